/** The time after which a person stays at a row. The arrow keys of a person who walks along the list come faster. */
export const STAY_MS = 250;
