/** A desktop file that starts a program at login. */
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

/** The Desktop Entry Specification quotes twice: once as an argument, once as a value. `%` begins a field code. */
function quoted(argument: string): string {
  const plain = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(plain)) return plain;
  return `"${plain.replaceAll(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`;
}

/** Desktops switch an entry off by a line in it, and keep the file. */
export function isOn(content: string): boolean {
  return !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(content);
}
