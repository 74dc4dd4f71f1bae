// Marks that turn the direction of writing: with them «fdp.exe» is read as «exe.pdf».
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** A document's name as it is shown: in the order of its letters, so that its ending is its ending. */
export const shownName = (name: string): string => name.replace(directions, '');
