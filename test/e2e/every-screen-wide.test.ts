import { everyScreen } from './every-screen.ts';

everyScreen('desktop, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
