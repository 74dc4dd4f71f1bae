import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { plainText, rowTexts } from '../documents/row-texts.ts';

/** As the rows of our list. */
const ROW = 56;
const OVERSCAN = 8;

const rows = rowTexts(100_000);

/** A list of rows of which only those in sight are drawn, with a field that looks into each text. */
function PlainList() {
  const [search, setSearch] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    const wanted = plainText(search);
    return wanted === '' ? rows : rows.filter(({ words }) => words.includes(wanted));
  }, [search]);
  // The rule is for the React compiler, which we do not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  return (
    <>
      <input type="search" aria-label="Search" value={search} onChange={({ target }) => setSearch(target.value)} />
      <div
        ref={grid}
        role="grid"
        aria-label="Rows"
        aria-rowcount={found.length}
        style={{ height: 600, overflow: 'auto' }}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              role="row"
              tabIndex={-1}
              data-key={index}
              style={{ position: 'absolute', top: start, height: ROW, width: '100%' }}
            >
              <span role="gridcell">{found[index]?.name}</span>
              <span role="gridcell">{found[index]?.people}</span>
              <span role="gridcell">{found[index]?.comment}</span>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

function Page() {
  const [place, setPlace] = useState<'rows' | 'other'>('rows');
  return (
    <>
      <nav>
        <button type="button" onClick={() => setPlace('rows')}>
          Rows
        </button>
        <button type="button" onClick={() => setPlace('other')}>
          Other
        </button>
      </nav>
      <main>{place === 'rows' ? <PlainList /> : <h1>Other</h1>}</main>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
