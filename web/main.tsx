import './theme/tokens.css';
import './theme/base.css';
import './screens/guest/guest.css';
import './app/leaving.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { foresee } from './app/workspace.ts';
import { tokenKey } from './session/session.ts';

// Who is signed in needs all of it, and its screen: asked for at once, before anything of it is run.
if (localStorage.getItem(tokenKey) !== null) foresee(location.pathname);
createRoot(document.getElementById('root')!).render(<App />);
