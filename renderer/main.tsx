import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { bridge } from './app/client.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Frame } from './app/frame.tsx';
import { connectMirror } from './app/stores/mirror.ts';
import { showFault } from './app/stores/ui.ts';
import { speak } from './app/words.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

// A call that main could not answer is a bug; the person is told, and the console keeps it.
window.addEventListener('unhandledrejection', ({ reason }) => showFault(reason));

await connectMirror(bridge(), speak);
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Frame />
    </ErrorBoundary>
  </StrictMode>,
);
