import { createContext } from 'react';

/** The list is left and entered at this row: only its buttons are stops of the Tab key. */
export const IsEntrance = createContext(true);
