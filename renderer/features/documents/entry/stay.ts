/** After so long a person stays at a row: the next arrow key of somebody who walks along the list comes sooner. */
export const STAY_MS = 250;
