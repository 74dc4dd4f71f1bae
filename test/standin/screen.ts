import { EventEmitter } from 'node:events';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Screens with their work areas. At first one, with a bar at its lower end. */
export class Screen extends EventEmitter {
  #areas: readonly Area[] = [{ x: 0, y: 0, width: 1920, height: 1040 }];

  getAllDisplays(): { readonly workArea: Area }[] {
    return this.#areas.map((workArea) => ({ workArea }));
  }

  /** A screen was added or removed, or has another size. */
  change(areas: readonly Area[]): void {
    const before = this.#areas;
    this.#areas = areas;
    if (areas.length === before.length) this.emit('display-metrics-changed', {}, {}, ['workArea']);
    else this.emit(areas.length < before.length ? 'display-removed' : 'display-added', {}, {});
  }
}
