/** Writes a desktop file that starts a program at login. */
export function desktopEntry(program: string, args: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Countersign',
    execOf(program, args),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

const execOf = (program: string, args: readonly string[]): string =>
  `Exec=${[program, ...args].map(quoted).join(' ')}\n`;

/** Quotes twice for the Desktop Entry Specification: as an argument and as a value. `%` begins a field code. */
function quoted(argument: string): string {
  const plain = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(plain)) return plain;
  return `"${plain.replaceAll(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`;
}

/**
 * Tells whether an entry is on and starts this program. Desktops switch it off by a line in it, and keep the file; an
 * AppImage that was replaced or moved leaves an entry that starts nothing.
 */
export function isOn(content: string, program: string, args: readonly string[]): boolean {
  return (
    content.includes(execOf(program, args)) &&
    !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(content)
  );
}
