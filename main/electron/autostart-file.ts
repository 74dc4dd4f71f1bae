/** Writes a desktop file that starts a program at login. */
export function desktopEntry(program: string, args: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Countersign',
    `Exec=${[program, ...args].map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Quotes twice for the Desktop Entry Specification: as an argument and as a value. `%` begins a field code. */
function quoted(argument: string): string {
  const plain = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(plain)) return plain;
  return `"${plain.replaceAll(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`;
}

/** Tells whether an entry is on. Desktops switch it off by a line in it, and keep the file. */
export function isOn(content: string): boolean {
  return !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(content);
}
