import { everyScreen } from './every-screen.ts';

everyScreen('phone width, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
