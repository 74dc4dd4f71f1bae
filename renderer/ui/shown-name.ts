// Marks that change the direction of writing: with them «fdp.exe» looks like «exe.pdf».
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** Removes marks of direction from a document's name, so that people see its true ending. */
export const shownName = (name: string): string => name.replace(directions, '');
