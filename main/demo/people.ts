/** Somebody whom a demo business knows. All of them are made up, and so are their numbers (555-01xx is nobody's). */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly tags: readonly string[];
  /** How they came: by the business's keyword or by START. */
  readonly came: 'keyword' | 'start';
  /** How they left or were lost, if they were. */
  readonly left: 'stop' | 'words' | 'screen' | 'carrier' | 'unreachable' | null;
}

interface Crowd {
  readonly areas: readonly string[];
  /** A name, with tags after a colon and how they came or left after a slash. */
  readonly lines: string;
}

const crowds: Readonly<Record<string, Crowd>> = {
  'bellas-pizzeria': {
    areas: ['415', '510', '628', '650', '707', '925', '408'],
    lines: `Grace Liu: regular, vip; Daniel Okafor: regular; Sofia Marchetti: catering; Mateo García: delivery;
      Noa Levi; Hannah Schmidt: regular; James Whitaker: delivery; Priya Raman: lunch; Chloe Bennett: lunch;
      Robert Castellano-Featherstonehaugh: regular, vip, wine list; Mei Tanaka: catering, vegan; Ethan Brooks: lunch;
      Aisha Rahman: vegan; Liam O’Connor: regular; Olivia Nguyen: lunch, delivery; Noah Petersen; Emma Fitzgerald: vip;
      Lucas Almeida: delivery; Ava Thompson: birthday club; William Chen: lunch; Isabella Rossi: regular, wine list;
      Benjamin Adeyemi: delivery; Mia Kowalski / stop; Henry Takahashi: lunch; Charlotte Dubois: wine list;
      Samuel Greenberg / start; Amelia Hassan: vegan, delivery; Jack Morrison; Harper Singh: lunch / words;
      Leo Fontaine: regular; Evelyn Park: birthday club; Gabriel Santos: delivery; Abigail Murphy / screen;
      Julian Weiss: lunch; Ella Johansson: vegan; Owen Delgado: regular; Scarlett Ivanova / carrier;
      Wyatt Hughes: delivery; Victoria Mensah: catering; Nathan Goldberg / unreachable; Lily Yamamoto: birthday club;
      Caleb Wright: lunch; Zoe Papadopoulos: wine list, regular; Isaac Freeman / start; Nora Lindqvist: vegan;
      Adrian Popescu: delivery; Ruby Castillo: birthday club, regular; Theo Laurent / stop; Maya Desai: lunch;
      Oscar Nilsson: delivery`,
  },
  'harbor-fitness': {
    areas: ['617', '857', '781', '508', '978', '339'],
    lines: `Tyler Jackson: trial; Keisha Williams: member, spin; Ahmed Mansour: member; Rachel Cohen: yoga, member;
      Diego Hernández: trial; Patricia O’Sullivan: member, seniors; Brandon Lee: personal training; Fatima Zahra: yoga;
      Kevin Doyle: member; Jasmine Carter: spin; Wei Zhang: swim; Erin Callahan: trial; Marcus Silva: member;
      Naomi Feldman: yoga; Trevor Banks: personal training; Yuki Sato: swim, member; Colleen Murphy: seniors, swim;
      Andre Baptiste: member; Hailey Sorensen: spin / stop; Jamal Robinson: member, personal training;
      Katarzyna Nowak: yoga; Derek Sullivan: trial; Imani Brooks: spin, member; Sean Gallagher: member;
      Ling Huang: swim / start; Vanessa Ortiz: yoga; Gregory Stanton / unreachable; Ananya Iyer: yoga, member;
      Cody Barrett: trial / words; Monica Rossi: member; Elijah Grant: personal training; Siobhan Kelly: spin;
      Rafael Moreno: member; Tessa Vandenberg: swim; Dominic Russo / screen; Leila Haddad: yoga;
      Austin Parker: trial; Bianca Ferreira: spin, member; Curtis Hampton: seniors; Deborah Klein: seniors, swim;
      Felix Baumann: member / carrier; Gloria Mendes: yoga; Hugo Lambert: trial; Ingrid Larsen: swim;
      Jerome Watkins: member`,
  },
};

/** Everybody whom a business knows by name, in the order in which they came. None for a business without a past. */
export function peopleOf(uniqueId: string): readonly Person[] {
  const crowd = crowds[uniqueId];
  return crowd === undefined ? [] : crowd.lines.split(';').map((line, index) => person(line, index, crowd.areas));
}

function person(line: string, index: number, areas: readonly string[]): Person {
  const [known = '', fate = ''] = line.split('/').map((part) => part.trim());
  const [name = '', tags = ''] = known.split(':').map((part) => part.trim());
  const [firstName = '', ...lastName] = name.split(' ');
  return {
    firstName,
    lastName: lastName.join(' '),
    phone: `+1${areas[index % areas.length]}55501${String(10 + index)}`,
    tags: tags === '' ? [] : tags.split(',').map((tag) => tag.trim().replaceAll(/\s+/g, ' ')),
    came: fate === 'start' ? 'start' : 'keyword',
    left: fate === '' || fate === 'start' ? null : (fate as NonNullable<Person['left']>),
  };
}

/** The person of that name; a story about nobody is a mistake. */
export function personNamed(uniqueId: string, name: string): Person {
  const found = peopleOf(uniqueId).find(({ firstName, lastName }) => `${firstName} ${lastName}` === name);
  if (found === undefined) throw new Error(`${uniqueId} knows no ${name}.`);
  return found;
}
