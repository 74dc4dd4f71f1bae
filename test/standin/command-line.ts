/** Chromium's view of the arguments: `--name` and `--name=value`. */
export class CommandLine {
  readonly #switches = new Map<string, string>();
  readonly #args: string[] = [];

  constructor(args: readonly string[]) {
    for (const arg of args) {
      const found = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
      if (found?.[1] === undefined) this.#args.push(arg);
      else this.appendSwitch(found[1], found[2]);
    }
  }

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name.toLowerCase(), value);
  }

  appendArgument(value: string): void {
    this.#args.push(value);
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }
}
