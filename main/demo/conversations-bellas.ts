import { assigned, begun, closed, later, note, seen, type Story, they, we } from './story.ts';
import type { When } from './when.ts';

/** What goes on at Bella's Pizzeria. */
export const bellasStories = ({ minutesAgo, daysAgo }: When): readonly Story[] => [
  {
    with: 'Grace Liu',
    began: minutesAgo(7),
    lines: [
      they('Hi! Could I get two large margheritas for pickup at 6:30?'),
      they('And is the gluten-free crust back?', 3),
    ],
  },
  {
    with: 'Daniel Okafor',
    began: minutesAgo(38),
    lines: [they('Look what my daughter made after your kids’ class 😍🍕', 0, ['sample-pizza.jpg'])],
  },
  // Looks like an opt-out, and waits for someone to decide.
  {
    with: 'Wyatt Hughes',
    began: minutesAgo(52),
    lines: [they('Thanks, but we moved to Portland last month. We\u2019re not interested anymore.')],
  },
  {
    with: '+16285550188',
    began: minutesAgo(64),
    lines: [they('Hello, is this Bella’s? I think I left a green umbrella at the table by the window last night.')],
  },
  {
    with: 'Sofia Marchetti',
    began: minutesAgo(205),
    lines: [
      they('Ciao Bella, we are 25 people on the 14th at noon. Could you cater? Half vegetarian, please.'),
      assigned('owner'),
      note('She ordered for 18 last spring and paid by invoice. Ask Marco whether the second oven is back by then.', 3),
      we(
        'Ciao Sofia! With pleasure. For 25 I’d make 12 large: 6 vegetarian, 3 with meat, 3 white. $19 each, delivered.',
        9,
      ),
      they('Perfect. Can you send an invoice to the office?', 12),
      we('Of course. I’ll mail it this afternoon, and call you the day before for the exact time.', 3),
      later('Ciao Sofia, the invoice went out to the office. Did it arrive?', 44, 2),
    ],
  },
  // Whoever was given it has given it back: it waits for somebody to take it.
  {
    with: 'Noa Levi',
    began: minutesAgo(260),
    lines: [they('היי, אתם פתוחים בשבת בערב? אנחנו 6 אנשים, 2 ילדים'), assigned('nobody', 35)],
  },
  {
    with: 'Ethan Brooks',
    began: daysAgo(1, '16:20'),
    lines: [
      they('Table for four tonight, 7:30?'),
      we('We have 7:15 by the window or 8:00 in the back. Shall I keep 7:15 for you?'),
      they('YES'),
      we('Done, 7:15 for four. See you tonight, Ethan!'),
    ],
  },
  {
    with: 'James Whitaker',
    began: daysAgo(1, '12:48'),
    lines: [
      they('Where is my order? It says 12:15'),
      we('Sorry James, the driver is stuck on Lombard. Ten minutes. Free tiramisu is in the bag!', 3, {
        errorCode: 30007,
      }),
    ],
  },
  {
    with: 'Priya Raman',
    began: daysAgo(1, '11:05'),
    lines: [they('HELP'), they('ok thanks, I have enough pizza for this year. STOP', 6), they('STOP', 1)],
  },
  {
    with: 'Mei Tanaka',
    began: daysAgo(2, '15:10'),
    lines: [
      they('Do you have anything without cheese that is more than a marinara?'),
      note('@Noor can you put the vegan menu into the next campaign? Third time this week that somebody asks.', 5),
      assigned('colleague'),
      we(
        'We do! The “Verde”: zucchini, roasted garlic, artichokes, lemon. And the chef makes a cashew ricotta on Fridays.',
        4,
      ),
      later('Mei, shall I keep a Verde for you on Friday?', 70, 2),
      they('Friday it is 🙌', 5),
      seen(20),
    ],
  },
  {
    with: 'Mateo García',
    began: daysAgo(3, '19:35'),
    lines: [
      they('Hola, ¿hacen entregas en Russian Hill? Estoy en Jones y Green.'),
      we('¡Hola Mateo! Sí, hasta las 22:00. El pedido mínimo son $25.'),
      they('Genial, gracias. Una Diavola grande, por favor.', 3),
      we('En camino, unos 35 minutos. ¡Buen provecho!', 3),
      closed(50),
    ],
  },
  {
    with: 'Robert Castellano-Featherstonehaugh',
    began: daysAgo(5, '21:14'),
    lines: [
      they(
        'I have been coming for eleven years and I never write this kind of message, but tonight we waited fifty minutes ' +
          'for our main course, the white wine was warm, and nobody said a word until I asked twice. It was my wife’s ' +
          'birthday. I would rather tell you than the internet.',
      ),
      we(
        'Robert, thank you for telling me, and I am sorry. Two people called in sick and I should have been at your ' +
          'table myself. Dinner is taken off your card, and the next one with Ellen is on me. Bella',
        14,
      ),
      they('That is more than fair. We will be back on the 2nd.', 9),
      note('Table 9 on the 2nd, Vermentino on ice before they sit down.', 2),
      closed(4),
    ],
  },
  {
    with: 'Chloe Bennett',
    began: daysAgo(9, '13:20'),
    lines: [
      they('STOP'),
      they('START', 2890),
      they('Sorry, wrong thread! Of course I want the lunch deals', 1),
      we('Good to have you back 😊', 9),
      closed(30),
    ],
  },
  {
    with: 'Hannah Schmidt',
    began: daysAgo(4, '10:02'),
    lines: [
      begun,
      we('Good morning Hannah, we found a red scarf on your chair. Is it yours?', 1),
      they('Oh yes! I was looking everywhere. Can I fetch it tomorrow?', 17),
      we('It waits for you at the bar. Any time from eleven.', 6),
      they('👍', 1),
      closed(1500),
    ],
  },
];
