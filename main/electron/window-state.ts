import type { Rectangle } from 'electron';
import { z } from 'zod';
import { createSmallState } from '../files/small-file.ts';

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) });

const windowState = z.object({
  bounds: rectangle.nullable().catch(null),
  maximized: z.boolean().catch(false),
  zoom: z.number().min(0.25).max(5).catch(1),
});
export type WindowState = z.infer<typeof windowState>;

const usual: WindowState = { bounds: null, maximized: false, zoom: 1 };

/** The part of a window that must be on a screen so that a person can move it. */
const GRIP = { width: 100, height: 40 };

/** Returns the place from last time, if a screen still shows enough of it. Null: the system chooses the place. */
export function placeOn(workAreas: readonly Rectangle[], bounds: Rectangle | null): Rectangle | null {
  if (bounds === null) return null;
  const isInReach = workAreas.some((area) => {
    const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    // Only the title bar at the top can be moved.
    const isTopVisible = bounds.y >= area.y && bounds.y + GRIP.height <= area.y + area.height;
    return width >= GRIP.width && isTopVisible;
  });
  return isInReach ? bounds : null;
}

/** Returns the place for a window whose screen was removed: on the first screen, not larger than it. */
export function placeBackOn(workAreas: readonly Rectangle[], bounds: Rectangle): Rectangle | null {
  const [area] = workAreas;
  if (!area || placeOn(workAreas, bounds) !== null) return null;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  const x = area.x + Math.floor((area.width - width) / 2);
  const y = area.y + Math.floor((area.height - height) / 2);
  return { x, y, width, height };
}

/** Stores place, size and zoom of the window in a small file. A lost or damaged file costs only the place. */
export const createWindowStates = (path: string) => createSmallState(path, windowState, usual);

export type WindowStates = ReturnType<typeof createWindowStates>;
