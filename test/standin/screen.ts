import { EventEmitter } from 'node:events';

const workArea = { x: 0, y: 0, width: 1920, height: 1040 };

/** One screen with a bar at its lower end. */
export class Screen extends EventEmitter {
  getAllDisplays(): { readonly workArea: typeof workArea }[] {
    return [{ workArea }];
  }
}
