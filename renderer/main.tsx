import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { ConnectScreen, Frame } from './app/frame.tsx';
import { ask, bridge } from './bridge/bridge.ts';
import { loadLanguage } from './language/load-language.ts';
import { connectMirror, useMirror } from './store/mirror.ts';
import { showFault } from './store/ui.ts';
import { giveFocusBackAtOnce } from './ui/focus-back.ts';
import { keepPressesSteady } from './ui/steady-press.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

// A call that main could not answer is a bug: show it as a notice. The console keeps it as well.
window.addEventListener('unhandledrejection', ({ reason }) => showFault(reason));

for (const event of ['online', 'offline'] as const)
  window.addEventListener(event, () => void ask(bridge().network.reach({ online: event === 'online' })));

keepPressesSteady(document);
giveFocusBackAtOnce(document);
await connectMirror(bridge(), loadLanguage);
// Without a connection, the steps to one are the first view: without them it would be empty.
if (useMirror.getState().state?.active === null) await ConnectScreen.prepare();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Frame />
    </ErrorBoundary>
  </StrictMode>,
);
