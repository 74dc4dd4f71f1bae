// `node scripts/policy-templates.ts`: writes docs/policy/, the templates of the policy for group policy (ADMX with its texts,
// ADML) and a sample for device management on macOS (mobileconfig). All are made from the schema that reads the policy.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { policyParts, policySettings } from '../main/policy/policy.ts';

type Group = '' | 'preset' | 'locked';
interface Part {
  readonly group: Group;
  readonly name: string;
  readonly schema: z.infer<typeof jsonSchema>;
}

const jsonSchema = z.object({
  type: z.enum(['string', 'integer', 'boolean', 'array', 'object']),
  enum: z.array(z.string()).optional(),
  items: z.object({ type: z.string() }).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

const texts: Readonly<Record<string, readonly [title: string, help: string]>> = {
  connection: [
    'Connection',
    'The content of a connection file, as JSON. Everybody on the computer can read it: leave the client secret out.',
  ],
  lockConnection: [
    'Only this connection',
    'No other service or client can be added. Counts only together with a connection.',
  ],
  forbidPractice: ['No practice service', 'Nobody can try Countersign with the practice service on the computer.'],
  allowedFolders: ['Folders that may be watched', 'Only folders in these can be watched.'],
  forceHold: ['Watched folders only prepare', 'A person presses Send for documents of watched folders.'],
  updates: ['Updates', 'Turns updates off, or names their channel.'],
  copiesFolder: [
    'Folder for signed copies',
    'Each connection has its folder in this one, which must be there. A path that begins with ~\\ is in the folder of the person.',
  ],
  senderName: ['Sender name', 'All invitations come from this name.'],
  profiles: ['Profiles', 'Profiles that everybody has, as a JSON list of the contents of exported profiles.'],
  operations: ['Operations', 'Names of calls beyond the description of the service, see docs/connection.md.'],
  startAtLogin: ['Start at login', 'Whether Countersign starts with the computer.'],
  language: ['Language', 'The language of the window.'],
  theme: ['Appearance', 'Light, dark, or as the system.'],
  undoSeconds: ['Time for Undo', 'Seconds between Send and sending.'],
  parallelCalls: ['Calls at the same time', 'How many calls to the service run at the same time.'],
  copyName: [
    'Names of signed copies',
    'With {date}, {name}, {people}, {profile} and {id}. A part before a slash is a folder.',
  ],
  receipts: ['Receipts', 'A receipt for other programs is saved beside each signed copy.'],
  rescue: [
    'Documents not signed',
    'The files of rejected and withdrawn documents are saved before the service deletes them.',
  ],
  notifications: ['Notifications', 'As JSON, see docs/admin.md.'],
  proxy: ['Proxy', 'As JSON, for example {"mode":"manual","address":"proxy.firm.example:8080"}.'],
  authorityFile: ['Certificate authorities', 'The path of a PEM file.'],
};

function partsOf(group: Group, shape: z.ZodRawShape): readonly Part[] {
  const { properties } = z
    .object({ properties: z.record(z.string(), jsonSchema) })
    .parse(z.toJSONSchema(z.object(shape)));
  return Object.entries(properties).map(([name, schema]) => ({ group, name, schema }));
}

const { preset: _preset, locked: _locked, ...others } = policyParts;
const all: readonly Part[] = [
  ...partsOf('', others),
  ...partsOf('preset', policySettings.shape),
  ...partsOf('locked', policySettings.shape),
];

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const idOf = ({ group, name }: Part) => (group === '' ? name : `${group}_${name}`);
const keyOf = (below: string) => `Software\\Policies\\Countersign${below === '' ? '' : `\\${below}`}`;

/** What group policy writes for a part, and how its dialog asks for it. */
function elementOf(part: Part): { readonly element: string; readonly dialog: string } {
  const { name, schema } = part;
  const id = `id="${idOf(part)}_value"`;
  const refers = `refId="${idOf(part)}_value"`;
  const label = escape(texts[name]?.[0] ?? name);
  if (schema.type === 'array' && schema.items?.type === 'string')
    return {
      element: `<list ${id} key="${keyOf(name)}" valuePrefix="" />`,
      dialog: `<listBox ${refers}>${label}</listBox>`,
    };
  if (schema.type === 'integer')
    return {
      element: `<decimal ${id} valueName="${name}" required="true" minValue="${schema.minimum}" maxValue="${schema.maximum}" />`,
      dialog: `<decimalTextBox ${refers} defaultValue="${schema.minimum}">${label}</decimalTextBox>`,
    };
  if (schema.enum) {
    const item = (value: string) =>
      `<item displayName="$(string.value_${value})"><value><string>${value}</string></value></item>`;
    return {
      element: `<enum ${id} valueName="${name}" required="true">${schema.enum.map(item).join('')}</enum>`,
      dialog: `<dropdownList ${refers} noSort="true" defaultItem="0">${label}</dropdownList>`,
    };
  }
  // JSON may be longer than one line.
  if (schema.type === 'object' || schema.type === 'array')
    return {
      element: `<multiText ${id} valueName="${name}" required="true" />`,
      dialog: `<multiTextBox ${refers} defaultHeight="5">${label}</multiTextBox>`,
    };
  return {
    element: `<text ${id} valueName="${name}" required="true" />`,
    dialog: `<textBox ${refers}><label>${label}</label></textBox>`,
  };
}

function policyOf(part: Part): string {
  const id = idOf(part);
  const isSwitch = part.schema.type === 'boolean';
  const what = isSwitch ? `valueName="${part.name}">` : `presentation="$(presentation.${id})">`;
  const values = isSwitch
    ? '<enabledValue><decimal value="1" /></enabledValue><disabledValue><decimal value="0" /></disabledValue>'
    : `<elements>${elementOf(part).element}</elements>`;
  return `    <policy name="${id}" class="Machine" displayName="$(string.${id})" explainText="$(string.${part.name}_help)" key="${keyOf(part.group)}" ${what}
      <parentCategory ref="${part.group === '' ? 'Countersign' : part.group}" /><supportedOn ref="Supported" />
      ${values}
    </policy>`;
}

const head = '<?xml version="1.0" encoding="utf-8"?>';
const space =
  'xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0"';

const admx = () => `${head}
<policyDefinitions ${space}>
  <policyNamespaces><target prefix="countersign" namespace="Countersign.Policies" /></policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn><definitions><definition name="Supported" displayName="$(string.Supported)" /></definitions></supportedOn>
  <categories>
    <category name="Countersign" displayName="$(string.Countersign)" />
    <category name="preset" displayName="$(string.preset)"><parentCategory ref="Countersign" /></category>
    <category name="locked" displayName="$(string.locked)"><parentCategory ref="Countersign" /></category>
  </categories>
  <policies>
${all.map(policyOf).join('\n')}
  </policies>
</policyDefinitions>
`;

function adml(): string {
  const values = [...new Set(all.flatMap(({ schema }) => schema.enum ?? []))];
  const strings = [
    ['Countersign', 'Countersign'],
    ['Supported', 'Countersign on Windows 10 and later'],
    ['preset', 'Settings that people may change'],
    ['locked', 'Settings that always count'],
    ...all.map((part) => [idOf(part), texts[part.name]?.[0] ?? part.name]),
    ...Object.entries(texts).map(([name, [, help]]) => [`${name}_help`, help]),
    ...values.map((value) => [`value_${value}`, value]),
  ];
  const presented = all.filter(({ schema }) => schema.type !== 'boolean');
  return `${head}
<policyDefinitionResources ${space}>
  <displayName>Countersign</displayName>
  <description>The policy of Countersign</description>
  <resources>
    <stringTable>
${strings.map(([id = '', text = '']) => `      <string id="${id}">${escape(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${presented.map((part) => `      <presentation id="${idOf(part)}">${elementOf(part).dialog}</presentation>`).join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

/** The sample of docs/admin.md. */
const sample = {
  preset: { language: 'de', undoSeconds: 30 },
  locked: { proxy: { mode: 'manual', address: 'proxy.firm.example:8080' } },
  connection: { name: 'Muster AG', base: 'https://sign.example.ch/api/v1' },
  lockConnection: true,
  forbidPractice: true,
  allowedFolders: ['/Users/Shared/Scans'],
  forceHold: true,
  updates: 'off',
  copiesFolder: '~/Signed documents',
  senderName: 'Muster AG',
  profiles: [
    {
      name: 'Contracts',
      choices: { mode: 'advanced', jurisdiction: 'zertes', signees: [{ email: 'contracts@muster.example' }] },
    },
  ],
  operations: ['resend-invitation'],
  startAtLogin: true,
};

function plist(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'boolean') return `${indent}<${value} />`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'string') return `${indent}<string>${escape(value)}</string>`;
  if (Array.isArray(value))
    return `${indent}<array>\n${value.map((one) => plist(one, inner)).join('\n')}\n${indent}</array>`;
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(value));
  const lines = entries.map(([name, one]) => `${inner}<key>${name}</key>\n${plist(one, inner)}`);
  return `${indent}<dict>\n${lines.join('\n')}\n${indent}</dict>`;
}

const common = (id: string, uuid: string) => ({ PayloadIdentifier: id, PayloadUUID: uuid, PayloadVersion: 1 });
const mobileconfig = () => `${head}
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${plist(
  {
    PayloadType: 'Configuration',
    PayloadScope: 'System',
    PayloadDisplayName: 'Countersign',
    ...common('example.firm.countersign', '7F0A3C52-5B0E-4C3D-9C41-2B8E9B6C1D01'),
    PayloadContent: [
      {
        PayloadType: 'app.countersign',
        ...common('example.firm.countersign.policy', '7F0A3C52-5B0E-4C3D-9C41-2B8E9B6C1D02'),
        ...sample,
      },
    ],
  },
  '',
)}
</plist>
`;

/** Each template with its path below docs/policy. */
export const policyTemplates = (): Readonly<Record<string, string>> => ({
  'Countersign.admx': admx(),
  'en-US/Countersign.adml': adml(),
  'Countersign.mobileconfig': mobileconfig(),
});

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, content] of Object.entries(policyTemplates())) {
    const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs/policy', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
