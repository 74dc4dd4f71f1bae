import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { bridge } from './app/client.ts';
import { Frame } from './app/frame.tsx';
import { connectMirror } from './app/stores/mirror.ts';
import { speak } from './app/words.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

await connectMirror(bridge(), speak);
createRoot(root).render(
  <StrictMode>
    <Frame />
  </StrictMode>,
);
