import { describe, expect, it } from 'vitest';
import { reservedMeaning } from '../../../../domain/sms/reserved-words.ts';

/** Wordings that a reasonable person understands as an opt-out (47 CFR 64.1200(a)(10)), as people send them. */
const stops = [
  ...['S T O P', 'S.T.O.P', 's.t.o.p.', 'ST0P', 'STOP1', 'stop2end', 'Stop to 555', 'Reply STOP', 'text stop please'],
  ...[
    "stop please I'm driving",
    'stop!! i already told you',
    'unsubscribe all',
    'can you please stop',
    'Could you just stop?',
  ],
  ...['I would like to stop receiving texts', 'I want to stop getting these', 'i want these texts to stop'],
  ...['these texts need to stop', 'make it stop', 'Discontinue', 'exclude me', 'I want out', 'Block me', 'DNC'],
  ...['put me on your do not call list', 'add me to do not call list', 'cease and desist'],
  ...['not my number, remove', 'Wrong number please remove me', 'Do not call'],
  ...['ALTO', 'alto por favor', 'DETENER', 'BAJA', 'BASTA', 'ANULAR', 'SALIR', 'no más', 'No mas'],
  ...[
    'no quiero recibir mas mensajes',
    'ya no quiero mensajes',
    'Dejar de recibir',
    'quiero dejar de recibir mensajes',
  ],
  ...['sáquenme de la lista', 'Por favor quítenme de su lista', 'borrar mi numero', 'Quiten mi numero'],
];
/** Texts that only look like one. */
const others = [
  ...[
    'can I stop by at 5?',
    'Where do you stop?',
    'Do you stop at Main Street?',
    'which stop is nearest',
    'bus stop 1',
  ],
  ...['can you please stop by the table', 'could you stop the music', 'I want out of the cold, table for two?'],
  ...['make it stop raining', 'block me a table for 6', 'enough already ordered?', 'exclude me from the onions'],
  ...[
    'no más cebolla por favor',
    'la mesa más alta',
    'un plato alto en proteína',
    'baja california tacos',
    'quiero salir a cenar',
  ],
  ...['basta con dos pizzas', 'no quiero cebolla', 'dejar de recibir visitas a las 9?', 'anular mi reserva de las 8'],
  ...['can you add me to the list', 'put me on the waiting list', 'these pizzas need to stop being so good'],
  ...['do not call before noon', 'reply stop or not?', 'i want to stop getting lost, where are you?'],
];

describe('an opt-out by any reasonable means', () => {
  it.each(stops)('is understood: %s', (text) => expect(reservedMeaning(text)).toBe('stop'));
  it.each(others)('is not heard in: %s', (text) => expect(reservedMeaning(text)).toBeNull());
});
