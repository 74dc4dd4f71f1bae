/** Documents of a small Swiss firm, in its four languages. All people and firms are made up. */

import type { Practice } from '../../main/practice-service/practice.ts';
import type { ServiceUser } from '../../main/practice-service/register.ts';
import { onePage } from '../../main/practice-service/signatures/one-page.ts';
import { type DocumentElsewhere, makeElsewhere } from './made-elsewhere.ts';

interface Sample extends Omit<DocumentElsewhere, 'content'> {
  readonly title: string;
  /** The text of its page. An empty line stands between paragraphs. */
  readonly lines: readonly string[];
}

export const samples: readonly Sample[] = [
  {
    name: 'Protokoll Generalversammlung.pdf',
    status: 'draft',
    signees: ['anna.muster@muster-treuhand.example'],
    daysAgo: 1.5,
    title: 'Protokoll der Generalversammlung',
    lines: [
      'Muster Treuhand AG, Aarau',
      '',
      '1. Die Versammlung genehmigt die Jahresrechnung.',
      '2. Sie erteilt dem Verwaltungsrat Entlastung.',
      '3. Der Gewinn wird auf die neue Rechnung vorgetragen.',
      '',
      'Die Vorsitzende: Anna Muster',
    ],
  },
  {
    name: 'Mietvertrag Lindenweg 12.pdf',
    status: 'rejected',
    signees: ['beat.frei@freibau.example', 'anna.muster@muster-treuhand.example'],
    daysAgo: 2.5,
    title: 'Mietvertrag für Geschäftsräume',
    lines: [
      'Vermieterin: Frei Bau AG, Olten',
      'Mieterin: Muster Treuhand AG, Aarau',
      '',
      'Vermietet wird das Erdgeschoss am Lindenweg 12, 140 m2.',
      'Der Mietzins beträgt 2400 Franken im Monat, ohne Nebenkosten.',
      'Die Miete beginnt am 1. April und dauert fünf Jahre.',
    ],
  },
  {
    name: 'Accord de confidentialité Favre.pdf',
    status: 'in-progress',
    signees: ['claire.favre@horlogerie-favre.example', 'daniel.keller@keller-logistik.example'],
    daysAgo: 9.5,
    title: 'Accord de confidentialité',
    lines: [
      'Entre Horlogerie Favre Sàrl, La Chaux-de-Fonds,',
      'et Muster Treuhand AG, Aarau',
      '',
      'Les parties gardent secrets les plans, les prix et les clients',
      'dont elles prennent connaissance. Cette obligation dure trois ans.',
      'Le droit suisse est applicable.',
    ],
  },
  {
    name: 'Offerte 2026-118 Dachsanierung.pdf',
    status: 'in-progress',
    signees: ['sabine.kunz@hotel-sonnenhang.example'],
    daysAgo: 27.5,
    title: 'Offerte 2026-118',
    lines: [
      'Frei Bau AG an das Hotel Sonnenhang, Arosa',
      '',
      'Sanierung des Daches, 320 m2, mit neuer Dämmung',
      'Gerüst und Entsorgung: inbegriffen',
      'Preis: 86 400 Franken, gültig bis Ende Monat',
    ],
  },
  {
    name: 'Contratto di lavoro Rossi.pdf',
    status: 'signed',
    signees: ['carla.rossi@studiorossi.example'],
    daysAgo: 3.5,
    tookDays: 2.3,
    title: 'Contratto di lavoro',
    lines: [
      'Datrice di lavoro: Muster Treuhand AG, Aarau',
      'Lavoratrice: Carla Rossi, Bellinzona',
      '',
      'La collaboratrice lavora come contabile con un grado',
      "d'occupazione dell'80 per cento. Il contratto inizia il 1 maggio.",
      'Il periodo di prova dura tre mesi.',
    ],
  },
  {
    name: 'Floor plan, second floor.pdf',
    status: 'signed',
    signees: ['sarah.whitfield@whitfield-architects.example'],
    daysAgo: 12.5,
    tookDays: 4.1,
    title: 'Floor plan, second floor',
    lines: [
      'Whitfield Architects for Frei Bau AG',
      '',
      'Revision C. The north wall moves by 40 cm.',
      'Both sides agree to build by this plan.',
    ],
  },
  {
    name: 'Preisliste 2025.pdf',
    status: 'withdrawn',
    signees: ['marco.wyss@garage-wyss.example'],
    daysAgo: 5.5,
    title: 'Preisliste 2025',
    lines: ['Garage Wyss, Chur', '', 'Ersetzt durch die Preisliste 2026.'],
  },
];

/** Lets the account have the samples, the oldest first. */
export async function makeSamples(practice: Practice, owner: ServiceUser): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const { title, lines, ...given } of samples.toSorted((a, b) => (b.daysAgo ?? 0) - (a.daysAgo ?? 0)))
    await makeElsewhere(practice, owner, { ...given, content: onePage(title, lines) });
}
