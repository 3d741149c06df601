import type { Subject } from './moment.ts';

/** A list that a colleague brought along, as such lists are: somebody twice, a number that is none, nobody at all. */
const newsletter = [
  'First name;Last name;Mobile;E-mail;Birthday;Agreed',
  'Nora;Castellano;(415) 555-0231;nora.castellano@example.com;03/21;yes',
  'Theo;Whitfield;415-555-0232;theo.w@example.com;;yes',
  'Priya;Raman;+1 415 555 0233;priya.raman@example.com;11/02;yes',
  'Jonas;Albrecht;4155550234;;07/19;yes',
  'Lucía;Ferrer;(415) 555-0235;lucia.ferrer@example.com;;no',
  'Nora;Castellano;(415) 555-0231;;;yes',
  'Sam;Okafor;555-01;sam.okafor@example.com;;yes',
  'Mina;;(415) 555-0237;mina at example.com;12/24;yes',
  'Grace;Lindqvist;(415) 555-0238;grace.l@example.com;25.12.;yes',
  ';;;;;',
  'Walk-in;Friday;;;;no',
  'Dario;Bianchi;(415) 555-0240;dario@example.com;05/05;yes',
  '',
].join('\r\n');

/** One list of guests, imported three weeks ago: what it came to, what was wrong with it, and the way to undo it. */
export const imports: Subject = (shop, when) =>
  shop.uniqueId !== 'bellas-pizzeria' ?
    []
  : [
      {
        at: when.daysAgo(21, '10:12'),
        what: 'a list of guests is imported',
        happen: (scene) => scene.imports('Guests of the autumn fair.csv', newsletter, ['autumn fair']),
      },
    ];
