/** A quota limits documents per day. A rate limits how soon one request may follow another. */
export type Limit = 'quota' | 'rate';

// These patterns have no accents because detectLimit removes the accents from the text.
const documents = /\bdocument|\bdokument|\bupload/;
const requests = /\brequest|\banfrage|\babfrage|\baufruf|\brequete|\brichiest|\bcalls?\b|\bpoll/;
const quota = /quota|kontingent|contingent/;
const day =
  /\bdaily\b|\b(?:per|a|each|this|last|next|the|of the|for the) day\b|\btages|\bpro tag\b|\bam tag\b|\btaglich|\bpar jour\b|\bjournalier|\bquotidien|\bal giorno\b|\bper giorno\b|\bgiornalier|\b24[ -]?(?:h\b|hours?\b|hrs?\b|stunden\b|heures?\b|ore\b)/;
const limitReached =
  /limit|maxim|hochst|exceed|uberschritt|depass|superat|reached|erreicht|atteint|raggiunt|too many|zu viele|trop de|tropp[oi]/;
const documentLimit =
  /(?:document|dokument|upload)[a-z]{0,4}[ -]?(?:limit|grenze)|(?:too many|zu viele|trop de|troppi|limit of|limite de|limite di|maximum number of|hochstzahl(?: der| an| von)?|nombre maxim(?:al|um) de|numero massimo di) (?:document|dokument|upload)/;
const shortTime =
  /\b15[ -]?min|\bper (?:second|minute|hour)\b|\bpro (?:sekunde|minute|stunde)\b|\bpar (?:seconde|minute|heure)\b|\bal (?:secondo|minuto)\b|\ball'ora\b/;
const polling = /\bpoll(?:s|ed|ing)?\b|polling/;
const rate =
  /rate[ _-]?limit|request limit|anfragelimit|throttl|slow down|zu haufig|too (?:many|frequent) (?:requests|calls|attempts)|zu viele (?:anfragen|abfragen|aufrufe|versuche)|trop de (?:requetes|demandes|appels|tentatives)|troppe (?:richieste|chiamate)|troppi tentativi/;

/** Looks for words of limits in English, German, French and Italian, because error codes are not documented. */
export function detectLimit(said: string): Limit | null {
  const text = said
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
  const countsDocuments = documents.test(text) && (quota.test(text) || (day.test(text) && limitReached.test(text)));
  if (countsDocuments || documentLimit.test(text)) return 'quota';
  if (polling.test(text) || shortTime.test(text)) return 'rate';
  if (quota.test(text) ? day.test(text) || !requests.test(text) : day.test(text) && limitReached.test(text))
    return 'quota';
  return rate.test(text) ? 'rate' : null;
}
