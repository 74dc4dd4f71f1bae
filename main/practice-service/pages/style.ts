export const styleSheet = `
:root { color-scheme: light dark; --ink: light-dark(#1c2733, #e8edf2); --soft: light-dark(#56636f, #a5b1bc);
  --ground: light-dark(#f4f6f8, #14191e); --sheet: light-dark(#fff, #1d242b); --line: light-dark(#d5dbe1, #37424c);
  --accent: light-dark(#1d4e89, #8bb8ec); --on-accent: light-dark(#fff, #10202f); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
nav { display: flex; gap: 20px; padding: 10px 24px; background: var(--sheet); border-bottom: 1px solid var(--line); }
main { max-width: 860px; margin: 0 auto; padding: 8px 24px 48px; }
h1 { font-size: 24px; } h2 { font-size: 18px; margin-top: 32px; }
a { color: var(--accent); }
section, form, article, table { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
form, article, section { padding: 4px 20px 20px; margin: 16px 0; }
form form, article form, section form { border: 0; padding: 0; margin: 8px 0; }
table { width: 100%; border-spacing: 0; }
th, td { text-align: left; padding: 8px 12px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:last-child > * { border-bottom: 0; }
label { display: block; margin: 12px 0 4px; color: var(--soft); }
input, textarea, select { width: 100%; padding: 8px 10px; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 6px; }
button { margin: 16px 8px 0 0; padding: 8px 20px; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dt { color: var(--soft); margin-top: 12px; } dd { margin: 0; }
code { font: 14px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
dd code { font-size: 17px; user-select: all; }
.soft { color: var(--soft); }
`;
