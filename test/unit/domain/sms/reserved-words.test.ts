import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseKeyword } from '../../../../domain/campaigns/campaign.ts';
import { isReservedKeyword } from '../../../../domain/sms/keywords.ts';
import { reservedMeaning } from '../../../../domain/sms/reserved-words.ts';

const bareStops = [
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'OPT OUT',
  'opt-out',
  'ARRET',
  'ARRÊT',
];

const optOuts = [
  ...bareStops,
  'stop',
  'Stop.',
  ' "STOP" ',
  '“stop”',
  'STOP!!!',
  's t o p'.replaceAll(' ', ''),
  'stop 🛑',
  'ＳＴＯＰ',
  'please stop',
  'Stop please',
  'stop, thanks',
  'STOP STOP STOP',
  'ok stop now',
  'Stop all',
  'stop\n',
  'please stop texting me',
  'Stop texting me',
  'STOP TEXTING ME!',
  'can you please stop texting me?',
  'Could you stop messaging me',
  'stop messaging',
  'stop sending me these',
  'stop sending me texts',
  'please stop sending messages',
  'stop these messages',
  'Stop the texts',
  'stop all messages',
  'I want you to stop texting me',
  'quit texting me',
  'Please quit sending me this stuff',
  'stop contacting me',
  'stop spamming me',
  'stop bothering me',
  'remove me',
  'Please remove me',
  'remove me from your list',
  'remove me from this list please',
  'take me off',
  'take me off your list',
  'take me off of this mailing list',
  'Please take my number off'.replace('take my number off', 'remove my number'),
  'delete my number',
  'lose my number',
  'unsubscribe me',
  'Unsubscribe me please',
  'please unsubscribe',
  'unsubscribe from this',
  'I want to unsubscribe',
  'how do I unsubscribe?',
  'How can I opt out?',
  'opt me out',
  'I would like to opt out',
  'i opt out',
  'do not text',
  'do not text me',
  "don't text me",
  'Don’t text me anymore',
  'dont ever text me again',
  'never contact me again',
  'Do not contact this number',
  'do not message me',
  "don't send me any more texts",
  'dont send me anything',
  'leave me alone',
  'Leave me alone!!',
  'please just leave me alone',
  'no more texts',
  'No more messages please',
  "I don't want these texts",
  'I do not want to receive messages',
  "i don't want any more texts from you",
  'I no longer wish to receive texts',
  'I do not wish to be contacted',
  'I revoke my consent',
  'revoke consent',
  'i do not consent',
  'cancel texts',
  'cancel these messages',
  'cancel my subscription',
  'end messages',
  'Not interested, stop texting me',
  'wrong number stop texting me',
  'Stop. I never signed up for this',
  'STOP I have no idea who you are',
  'Who is this? Stop texting me',
  'I have asked twice. Please remove me from your list.',
  "If you don't stop texting me I will report you",
  'This is harassment. Leave me alone.',
  'Thanks for the offer. Unsubscribe',
  'unsubcribe',
  'arrêtez',
  'désabonner',
  'arretez de m’envoyer des messages',
  'ne me textez plus',
  'PARAR',
  'no me envíen más mensajes',
  'dame de baja',
];

const ordinary = [
  "don't stop",
  'Don’t stop!',
  "don't stop texting me",
  'please don’t stop sending these',
  'when does the sale end?',
  'cancel my 3pm appointment',
  'Can I cancel my reservation for tonight?',
  'please cancel my order',
  'I need to cancel tomorrow',
  'does it end at 5?',
  'the weekend',
  'End of the month works for me',
  'what time do you stop serving?',
  'When do you stop serving lunch',
  'I will stop by tomorrow',
  'Stop by any time',
  'STOP BY TODAY for free pizza?',
  'is there a bus stop near you',
  'We can’t stop eating your pizza',
  'I couldn’t stop laughing',
  'non stop flights?',
  'Is this a one-stop shop',
  'pit stop',
  'nothing can stop us',
  'I quit my job, celebrating tonight!',
  'he quit',
  'I want to quit smoking, do you have a class?',
  'Quitting time',
  'how do I end my order',
  'the end was great',
  'remove the onions please',
  'please remove mushrooms from my order',
  'Remove me from the waitlist for 7pm',
  'take me off the 6pm booking',
  'take the olives off',
  'take off your shoes?',
  'delete the last item please',
  'can you text me the address',
  'text me tomorrow',
  'Don’t text me the code, call instead',
  "don't text me before 9am",
  'do not contact my wife about this',
  'Do you text receipts?',
  'I did not get the text',
  'I don’t want anchovies',
  "I don't want to miss this",
  'no more room at the table?',
  'no more pepperoni please',
  'leave it at the door',
  'leave me a table for two',
  'Leave me the blue one',
  'why did you stop texting me?',
  'When did you stop texting me the deals',
  'did I unsubscribe by accident?',
  'I accidentally unsubscribed',
  'how do I subscribe',
  'what are the options',
  'opt for the large one',
  'is the patio out of service',
  'sign me up',
  'yes please',
  'Yes, at 8 works',
  'no',
  'No thanks',
  'ok',
  'thank you!',
  '👍',
  '',
  '   ',
  '…',
  'start at 5?',
  'when do classes start',
  'Starting tomorrow',
  'I need help with my order',
  'Can you help me?',
  'more info please about the gym',
  'info about prices',
  'What’s the information desk number',
  'my ex won’t stop texting me lol',
  'send me the menu',
  'do you have a stop button',
  'cancellation policy?',
  'revoked my license haha',
  'is my subscription active',
  'The texts are great',
  'these messages are useful',
  'unlimited texts?',
  'PIZZA',
  'pizza please',
  'FIT',
  'I never want this to end',
  'Endless summer',
  'Stopwatch',
  'Full stop',
  'the last stop on the line',
  'We should stop meeting like this',
  'stop the press, this is amazing',
  'arrivederci',
  'لا أريد البصل',
  'ピザを一枚ください',
];

describe('words that mean stop', () => {
  it('there are at least 60 phrases each way', () => {
    expect(optOuts.length).toBeGreaterThanOrEqual(60);
    expect(ordinary.length).toBeGreaterThanOrEqual(60);
  });
  it.each(optOuts)('%j opts out', (body) => {
    expect(reservedMeaning(body)).toBe('stop');
  });
  it.each(ordinary)('%j does not', (body) => {
    expect(reservedMeaning(body)).not.toBe('stop');
  });

  it('case, spaces, punctuation, quotes and emoji make no difference', () => {
    const around = fc
      .array(fc.constantFrom(' ', '.', '!', '"', '“', '”', "'", '🙏', '*', '\n', '-', '(', ')', '…'), { maxLength: 5 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...bareStops), around, around, fc.boolean(), (word, before, after, lower) => {
        expect(reservedMeaning(before + (lower ? word.toLowerCase() : word) + after)).toBe('stop');
      }),
    );
  });

  it('any text at all gets an answer, quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (body) => {
        expect([null, 'stop', 'start', 'yes', 'help']).toContain(reservedMeaning(body));
      }),
    );
    expect(reservedMeaning('please stop the '.repeat(1000))).toBeNull();
    expect(reservedMeaning(`stop sending me ${'any more '.repeat(1200)}x`)).toBeNull();
  });
});

describe('words that mean start and help', () => {
  it.each(['START', 'start', 'Start!', 'UNSTOP', '“UNSTOP”', 'start please'])('%j opts in', (body) => {
    expect(reservedMeaning(body)).toBe('start');
  });
  it.each(['YES', 'yes', 'Yes!', 'yes please'])('%j is a yes', (body) => {
    expect(reservedMeaning(body)).toBe('yes');
  });
  it.each(['HELP', 'help?', 'Info', 'AIDE', 'help please'])('%j asks for help', (body) => {
    expect(reservedMeaning(body)).toBe('help');
  });
  it.each([
    'I need help with my order',
    'start at 5?',
    'Yes, at 8 works',
    'helpful',
    'more info about prices',
    'yesterday',
  ])('%j is an ordinary text', (body) => {
    expect(reservedMeaning(body)).toBeNull();
  });
});

describe('keywords that nobody can have', () => {
  it.each([
    ...bareStops,
    'start',
    'Unstop',
    'yes',
    'HELP',
    'info',
    'Aide',
    'arrêt',
    'please stop texting me',
    'remove me',
    'leave me alone',
    'S.T.O.P',
    'S T O P',
  ])('%j is refused', (keyword) => {
    expect(isReservedKeyword(keyword)).toBe(true);
    expect(() => chooseKeyword(keyword)).toThrow(/reserved/);
  });
  it.each(['PIZZA', 'FIT', 'STOPHUNGER', 'WEEKEND', 'YESCHEF', 'HELPING', 'END OF SUMMER'])(
    '%j is free to have',
    (keyword) => {
      expect(isReservedKeyword(keyword)).toBe(false);
    },
  );
});
