import { expect, test } from 'vitest';
import { detectLimit } from './detect-limit.ts';

test.each([
  'quota exceeded',
  'QUOTA_EXCEEDED',
  '{"errorCode":"daily-limit","errorMessage":"The company has created too many documents in the last 24 hours"}',
  'The limit of 10000 documents per day has been reached.',
  'Document limit exceeded. Try again in 15 minutes.',
  'Maximum number of documents reached',
  'Daily limit reached',
  'Your quota of uploads is used up; polling goes on.',
  'Request quota exceeded for today: at most 10000 a day',
  'Tageslimit erreicht',
  'Das Kontingent ist aufgebraucht.',
  'Zu viele Dokumente in den letzten 24 Stunden',
  'Höchstzahl der Dokumente überschritten',
  'Limite journalière dépassée',
  'Trop de documents au cours des dernières 24 heures',
  'Le nombre maximal de documents par jour est atteint',
  'Il limite giornaliero è stato raggiunto',
  'Troppi documenti nelle ultime 24 ore',
  'Numero massimo di documenti raggiunto',
])('%s: a quota', (said) => {
  expect(detectLimit(said)).toBe('quota');
});

test.each([
  'Too Many Requests',
  '{"errorCode":"polling","errorMessage":"The overview may be read every 15 minutes"}',
  'Polling of documents is limited to one request every 15 minutes',
  'rate_limit_exceeded',
  'API request quota exceeded: 100 requests per minute',
  'Request quota exceeded, slow down',
  'Zu viele Anfragen',
  'Sie fragen zu häufig ab.',
  'Trop de requêtes',
  'Troppe richieste',
])('%s: a rate', (said) => {
  expect(detectLimit(said)).toBe('rate');
});

test.each([
  '',
  'You are not allowed to start this document.',
  'Documents may be uploaded by members only.',
  'The daily report is not part of your plan.',
  'Your role may add a maximum of 3 signees.',
  'Keine Berechtigung für dieses Dokument',
  'Accès refusé à ce document',
  'Accesso negato al documento',
  'Blocked by company policy',
])('%j: no limit', (said) => {
  expect(detectLimit(said)).toBeNull();
});
