import './theme/library.css';
import './theme/tokens.css';
import './components/components.css';
import './shell/shell.css';
import './screens/public/public.css';
import './app/leaving.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

createRoot(document.getElementById('root')!).render(<App />);
