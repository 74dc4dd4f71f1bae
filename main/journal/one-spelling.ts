type Place = readonly [table: string, column: string, json?: string, path?: string];

/** Rewrites ids of documents as GUIDs in small letters without braces. Of two equal rows the newer spelling stays. */
export const inOneSpelling = (...places: readonly Place[]): string =>
  places
    .map(([table, column, json, path]) => {
      const plain = `lower(trim(${column}, '{}'))`;
      const other = `${column} <> ${plain} AND trim(${column}, '{}') LIKE '________-____-____-____-____________'`;
      const inside =
        json === undefined
          ? ''
          : `, ${json} = CASE WHEN json_valid(${json}) THEN json_set(${json}, '${path}', ${plain}) ELSE ${json} END`;
      return `
  UPDATE OR IGNORE ${table} SET ${column} = ${plain}${inside} WHERE ${other};
  DELETE FROM ${table} WHERE ${other};`;
    })
    .join('');
