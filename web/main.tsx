import './theme/tokens.css';
import './theme/base.css';
import './screens/guest/guest.css';
import './core/navigation-guard.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { routeOf } from './session/guard.ts';
import { routes } from './routes/routes.ts';
import { prepare } from './routes/screens.ts';
import { foresee } from './app/workspace.ts';
import { tokenKey } from './session/session.ts';

const draw = () => {
  createRoot(document.getElementById('root')!).render(<App />);
};

const asked = routeOf(routes, location.pathname)?.route;
if (asked?.alone === true) {
  // It stands by itself: nothing of the workspace is waited for.
  prepare(asked).then(draw, draw);
} else if (localStorage.getItem(tokenKey) !== null || asked?.role === 'public') {
  // The workspace and the screen: asked for at once, before anything of them is run.
  foresee(location.pathname);
  draw();
} else {
  // A guest's screen came with this file. Whoever asks for another one is led to the sign-in.
  const shown = asked?.role === 'guest' ? asked : routeOf(routes, '/login')!.route;
  prepare(shown).then(draw, draw);
}
