import { sentences, words } from './words.ts';

/**
 * The words that belong to the person who texts, not to the business. No tenant can have them as a keyword.
 *
 * - stop: STOP, STOPALL, STOP ALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE, OPTOUT, OPT OUT. FCC, 47 CFR 64.1200(a)(10), in
 *   force since 11 April 2025: these by themselves revoke consent; CTIA Messaging Principles and Best Practices, 5.1.3.
 * - stop: ARRET, ARRÊT, DÉSABONNER, DÉSINSCRIRE; PARAR, CANCELAR, ALTO, BAJA, BASTA, DETENER,
 *   ANULAR, SALIR. Canada's carriers (French); plain Spanish.
 * - stop: “please stop texting me”, “remove me”, “take me off your list”, “leave me alone” … (below). The same rule: any
 *   words from which a reasonable person understands that no more texts are wanted.
 * - start: START, UNSTOP; YES for somebody who has opted out. Carriers' own opt-in words.
 * - help: HELP, INFO, AIDE. CTIA 5.1.2: the answer names the brand and how to stop.
 *
 * Case, accents, punctuation, quotes and emoji don't count, and neither does politeness around the words (“STOP please, thanks”).
 * When it could be either, it is a stop if nothing else can sensibly be meant; “don’t stop”, “when does the sale end?” and “cancel my
 * 3pm appointment” are none. A stop taken wrongly is undone by START; one overlooked is an offence.
 */
export type Meaning = 'stop' | 'start' | 'yes' | 'help';

/** What a text means to the rules of sending, null when it is none of these. Order: stop, start, help. */
export function reservedMeaning(body: string): Meaning | null {
  const text = trimCourtesy(words(body));
  if (text.length === 0) return null;
  const joined = text.join(' ');
  if (meansStop(body, text, joined)) return 'stop';
  if (startWords.has(joined)) return 'start';
  if (joined === 'yes') return 'yes';
  if (helpWords.has(joined)) return 'help';
  return null;
}

/** Plain by themselves: with a sentence of their own they count in a longer text too. */
const strongStops = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'optout',
  'opt out',
  'arret',
  'arretez',
  'desabonner',
  'desabonnez',
  'desabonnement',
  'desinscrire',
  'desinscription',
  'unsubscribed',
  'unsubcribe',
  'unsuscribe',
  'unsubscibe',
  'unsubscrible',
  'unsub',
  'stopp',
  'stoppp',
  'stop now',
  'stop it',
  'stop this',
  'stop that',
  'stop everything',
  'full stop all',
]);
/** Words with another everyday meaning: they count as the whole text only. */
const weakStops = new Set([
  'cancel',
  'cancel all',
  'end',
  'end all',
  'quit',
  'revoke',
  'parar',
  'cancelar',
  'optouts',
  'opt me out',
  'remove',
  'remove me',
  'delete me',
  'no more',
  // The word as it is spelled out, mistyped, or copied from the instruction
  's t o p',
  'st0p',
  'stop1',
  'stop2end',
  'stop 2 end',
  'reply stop',
  'text stop',
  'send stop',
  'unsubscribe all',
  'discontinue',
  'exclude me',
  'block me',
  'i want out',
  'make it stop',
  'cease and desist',
  'dnc',
  'do not call',
  'do not contact',
  // Spanish
  'alto',
  'baja',
  'basta',
  'detener',
  'anular',
  'salir',
  'no mas',
]);
const startWords = new Set([
  'start',
  'unstop',
  'un stop',
  'start all',
  'startall',
  'resubscribe',
  'opt in',
  'optin',
  'opt me in',
  'opt me back in',
  'start texting me again',
  'subscribe me again',
]);
const helpWords = new Set(['help', 'info', 'aide', 'helpme', 'help info', 'info help']);

/** Courtesy and interjections: they carry no meaning at the start or the end of a text. */
const courtesy = new Set([
  'please',
  'pls',
  'plz',
  'plss',
  'pleaseee',
  'thanks',
  'thx',
  'ty',
  'tysm',
  'kindly',
  'hi',
  'hello',
  'hey',
  'ok',
  'okay',
  'now',
  'immediately',
  'asap',
  'sir',
  'maam',
  'guys',
  'just',
  'and',
  'sorry',
  'merci',
  'svp',
  'stp',
  'gracias',
  'favor',
  'por',
  'today',
  'already',
  'lol',
  'omg',
  'ffs',
  'wtf',
  'goodbye',
  'bye',
]);
/** Courtesy at the end only. */
const notLeading = new Set(['today', 'already', 'now']);

function trimCourtesy(text: readonly string[]): readonly string[] {
  let from = 0;
  let to = text.length;
  while (from < to && courtesy.has(text[from]!) && !notLeading.has(text[from]!)) from += 1;
  for (;;) {
    if (to > from && courtesy.has(text[to - 1]!)) to -= 1;
    else if (to > from + 1 && text[to - 1] === 'you' && text[to - 2] === 'thank') to -= 2;
    else break;
  }
  return text.slice(from, to);
}

const alternatives = (list: string): string =>
  `(?:${list
    .trim()
    .split(/\s*\|\s*/u)
    .join('|')})`;
/** Any number of these words. Single words only, none twice: matching stays linear. */
const any = (list: string): string => `(?:${alternatives(list)} )*`;
const anyMore = (list: string): string => `(?: ${alternatives(list)})*`;

/** What we send; the first without the words that could be anything. */
const surelyTexts = alternatives(
  'texts?|text messages?|messages?|msgs?|txts?|sms|mms|spam|notifications?|alerts?|text alerts?|' +
    'promos?|promotions?|marketing|ads?|adverts?|advertisements?|blasts?|texting|messaging|spamming',
);
const texts = alternatives(
  'texts?|text messages?|messages?|msgs?|txts?|sms|mms|spam|notifications?|alerts?|promos?|' +
    'promotions?|ads?|adverts?|advertisements?|marketing|blasts?|offers?|updates?|stuff|crap|shit|' +
    'anything|these|this|those|it|texting|messaging|spamming',
);
const writing = alternatives(
  'texting|txting|messaging|msging|contacting|spamming|emailing|writing|writing to|bothering|' +
    'harassing|calling|calling or texting|texting or calling|texting and calling|calling and texting|' +
    'pestering|disturbing|annoying',
);
const write = alternatives(
  'text|txt|message|msg|contact|sms|spam|bother|call or text|text or call|harass|disturb|write|write to',
);
const me = alternatives('me|us|this number|my number|this phone|my phone|my cell|my cellphone');
const ending = alternatives(
  'please|pls|plz|anymore|any more|again|ever|at all|thanks|thank you|thx|now|right now|immediately|' +
    'asap|today|already|from you|from yall|from you guys|from you people|from this number|from this|to ' +
    'me|to this number|to my phone|on this number|here|any longer|further|in the future|period|merci|' +
    'gracias|people|guys|or i will report you|or ill report you|i am not interested|im not interested|' +
    'not interested|wrong number|you have the wrong number|i never signed up|i didnt sign up|i did not ' +
    'sign up',
);
const end = `(?: ${ending})*$`;
/** What may come before a demand. Nothing here turns it round: “don’t”, “why”, “when” and “did” are missing. */
const leading =
  'please|pls|plz|kindly|can|could|would|will|you|u|need|should|must|guys|i|want|to|id|like|am|im|asking|' +
  'asked|told|said|just|ok|okay|now|hi|hello|hey|yo|no|and|so|then|also|how|do|where|wish|wanna|love|' +
  'trying|let|me|again|sir|for|the|last|time|if|fucking|goddamn|damn|seriously|dude|bro|omg|hereby|' +
  'really|twice|all';
const lead = `^${any(leading)}`;
const amount = anyMore(
  'any|more|anymore|your|ur|the|these|those|this|all|so|many|of|from|you|further|such|stupid|damn|' +
    'fucking|annoying|unwanted|spam|marketing|promotional|automated|text',
);
const list =
  `(?:off|from|of|out of)(?: (?:of|your|ur|the|this|these|that|all|any|yalls|my|mailing|` +
  `text|texting|texts|message|messages|messaging|sms|contact|contacts|marketing|distribution|email|` +
  `subscriber|subscribers|subscription|calling|call|phone|broadcast|spam|promo|promotional|damn|` +
  `fucking|stupid)){0,5} (?:list|lists|listing|texts?|messages?|msgs?|sms|mailing|database|system|this|` +
  `these|thread|subscriptions?|contacts?|marketing|everything|all|here|blasts?|it|alerts?|` +
  `notifications?|promotions?|promos?)`;
const receive = alternatives('get|receive|be getting|be receiving|have|see|be sent|getting|receiving');
const wish = alternatives(
  'i dont want|i do not want|i dont wish|i do not wish|i no longer want|i no longer wish|i dont need|' +
    'i do not need|dont want|do not want|no longer want|i never want|we dont want|we do not want|i didnt ' +
    'ask for|i did not ask for|i never asked for|i didnt sign up for|i did not sign up for|i never ' +
    'signed up for|i am tired of|im tired of|i am sick of|im sick of',
);

/** Each matches one sentence (its words in lower case, one space between), or the whole text without its punctuation. */
const phrases: readonly RegExp[] = [
  // stop texting me · can you please stop messaging · stop sending me these
  `${lead}(?:stop|quit|cease|stopp) (?:all |the )?${writing}(?: ${me})?${end}`,
  `${lead}(?:stop|quit|cease|stopp) sending(?: ${me})?${amount}(?: ${texts})?${end}`,
  `${lead}(?:stop|quit|cease|end|cancel|block|discontinue|kill)${amount} ${surelyTexts}${end}`,
  `${lead}(?:cancel|end|stop|terminate)(?: my| the| this| these| all)?(?: text| sms| message| texting)? subscriptions?${end}`,
  // dont text me anymore · never contact this number again · do not message
  `${lead}(?:not|dont|never|no longer|dnt) (?:ever )?${write}(?: ${me})?${end}`,
  `${lead}(?:not|dont|never|no longer) (?:ever )?send(?: ${me})?${amount} ${texts}${end}`,
  // unsubscribe me from this · how do i opt out · i want to be removed
  `${lead}(?:unsubscribe|unsubcribe|unsuscribe|unsub)(?: ${me})?(?: ${list})?${end}`,
  `${lead}(?:opt|opting) (?:${me} )?out(?: ${list}| of${amount} ${texts})?${end}`,
  `${lead}(?:be|get) (?:unsubscribed|removed|opted out|taken off)(?: ${list})?${end}`,
  // remove me from your list · take me off · delete my number
  `${lead}(?:remove|delete) ${me}(?: ${list})?${end}`,
  `${lead}(?:take|drop|get|strike) ${me} (?:off|out|${list})${end}`,
  `${lead}(?:remove|delete|lose|erase|forget|scrub) (?:my|this) (?:phone |cell )?(?:number|phone|` +
    `info|information|contact|data)(?: ${list})?${end}`,
  `${lead}take (?:my|this) (?:phone |cell )?number (?:off|out|${list})${end}`,
  // can you please stop · stop please, I'm driving · stop to 555
  '^(?:can|could|would|will) you (?:please |pls |just )*stop(?: please| pls| now| it)*$',
  '^stop (?:please|pls|plz) i',
  '^(?:reply |text |send )?stop to [0-9]+$',
  // I would like to stop receiving texts · I want these texts to stop · these texts need to stop
  `${lead}(?:stop|quit) (?:receiving|getting)${amount} ${texts}${end}`,
  `^(?:please |pls )?(?:i (?:want|need|would like|wish) )?(?:these|the|your|all|all these) ${surelyTexts} ` +
    `(?:to|need to|must|have to|has to|gotta|should) (?:stop|end)${end}`,
  // put me on your do not call list · not my number, remove
  `${lead}(?:put|add|place) ${me} (?:on|to|onto) (?:your |the |a )?(?:do not (?:call|text|contact)|dnc|no call)(?: list)?${end}`,
  `^(?:not my number|wrong number|wrong person|you have the wrong (?:number|person)) (?:please )?(?:remove|delete)(?: ${me})?${end}`,
  // leave me alone · no more texts · i dont want these messages
  `${lead}leave (?:me|us) (?:alone|be)${end}`,
  `^${any('please|pls|ok|okay|thanks|and|so|i|said')}no more${amount} ${surelyTexts}${end}`,
  `^${any('please|pls|ok|okay|and|so')}${wish}(?: to ${receive})?${amount} ${surelyTexts}${end}`,
  `^${any('please|pls|ok|okay|and|so')}${wish} to be (?:texted|contacted|messaged|bothered|spammed|` +
    `subscribed|on (?:your|this|the|any) list)${end}`,
  `^${any('please|pls|ok|okay|and|so')}${wish} you (?:to (?:text|message|contact|bother|write)|` +
    `texting|messaging|contacting)(?: ${me})?${end}`,
  `${lead}(?:revoke|withdraw|rescind|cancel)(?: my| all| any)? (?:consent|permission|` +
    `authorization)(?: to (?:text|message|contact|receive).*)?${end}`,
  `${lead}(?:not|dont|no longer) consent(?: to .*)?$`,
  '\\bif you (?:(?:dont|do not) stop|keep) (?:texting|messaging|contacting|spamming|harassing) (?:me|us|this number)\\b',
  // French and Spanish
  '^(?:veuillez |merci de |sil vous plait )?(?:arrete[rz]?|cesse[rz]?) (?:de |les |ces |vos |mes |tous |denvoyer|d envoyer|moi).*$',
  '^(?:veuillez |merci de |je veux )?(?:me |m )?(?:desabonner|desinscrire|desabonnez moi|desinscrivez moi|retirez moi.*)$',
  '^(?:ne )?(?:me |m )?(?:textez|texter|contactez|ecrivez|envoyez) plus.*$',
  '^(?:por favor )?(?:no (?:me )?(?:envien?|manden?|escriban?|molesten?|contacten?) (?:mas|' +
    'mensajes).*|no mas (?:mensajes|textos).*|dejen? de (?:enviarme|mandarme|escribirme|molestarme|' +
    'textearme).*|(?:quiero )?(?:dar|darme|denme|dame) de baja.*|deje(?:n)?me en paz|dejame en paz|' +
    'cancelar (?:la |mi )?(?:suscripcion|mensajes))$',
  '^(?:por favor )?(?:ya )?no (?:quiero|deseo) (?:recibir )?(?:mas )?(?:mensajes|textos|sms|publicidad)(?: por favor)?$',
  '^(?:por favor )?(?:quiero )?dejar de recibir(?: (?:mas |estos |sus )?(?:mensajes|textos|sms))?(?: por favor)?$',
  '^(?:por favor )?(?:saquenme|saqueme|sacame|quitenme|quiteme|quitame|borrenme|borreme|borrame|eliminenme) de (?:la|su|esta|tu) lista(?: por favor)?$',
  '^(?:por favor )?(?:borrar|borren|borre|quitar|quiten|quite|eliminar|eliminen|elimine) mi (?:numero|telefono)(?: de (?:la|su) lista)?(?: por favor)?$',
].map((source) => new RegExp(source, 'u'));

/** Inside a longer sentence: “not interested stop texting me”. Not after a word that turns it round: “why did you stop texting me?”. */
const inside = new RegExp(
  `(?:^| )(?:stop|quit) (?:texting|messaging|contacting|spamming|harassing|txting) ${me}(?: |$)`,
  'u',
);
const turnedRound = new RegExp(
  String.raw`\b(?:dont|not|didnt|did|never|wont|cant|couldnt|wouldnt|why|when|if|he|she|they|him|her|them|my ` +
    String.raw`(?:ex|boss|wife|husband|mom|dad|friend|kids|brother|sister|bank)|who|until)\b.* (?:stop|quit) ` +
    String.raw`(?:texting|messaging|contacting|spamming|harassing|txting)\b`,
  'u',
);

/** What makes the rest of a text agree with a stop at its beginning: “Stop, wrong number”. */
const agrees = new RegExp(
  String.raw`\b(?:texts?|texting|messages?|messaging|msgs?|sms|spam|sending|number|interested|want|` +
    String.raw`unsubscribe|list|subscribe|subscribed|sign(?:ed)? up|asked|who is this|who are you|fcc|report|` +
    String.raw`reported|lawyer|attorney|legal|harass\w*|annoying|me alone|contact\w*|consent|told you)\b`,
  'u',
);
/** Capitals are how the word was taught, unless the sentence goes on with it: “STOP BY tomorrow”. */
const goesOn = new Set(
  (
    'by in at over off for on when until the a an and sign signs light lights motion watch loss it ' +
    'being drinking eating smoking worrying working playing making before after here there hunger ' +
    'killing was is or to my your his her selling shop'
  ).split(' '),
);
/** A sentence or text longer than this (words) is no demand to be let alone. */
const longest = 40;

function meansStop(body: string, text: readonly string[], joined: string): boolean {
  if (strongStops.has(joined) || weakStops.has(joined) || repeats(text)) return true;
  const parts = sentences(body)
    .map(trimCourtesy)
    .filter((sentence) => sentence.length > 0);
  const spoken = parts.map((sentence) => sentence.join(' '));
  const said = [
    ...(text.length <= longest ? [joined] : []),
    ...parts.filter((part) => part.length <= longest).map((part) => part.join(' ')),
  ];
  if (
    said.some(
      (sentence) =>
        phrases.some((phrase) => phrase.test(sentence)) || (inside.test(sentence) && !turnedRound.test(sentence)),
    )
  )
    return true;
  if (spoken.length < 2 && text.length < 2) return false;
  const [first = '', ...rest] = spoken;
  if (rest.length > 0 && strongStops.has(first) && agrees.test(rest.join(' '))) return true;
  if (
    rest.length > 0 &&
    ['stop', 'unsubscribe', 'stopall', 'optout'].includes(spoken.at(-1)!) &&
    !/\b(?:dont|cant|wont|never|not|bus|next|last|first|train|pit)\b/u.test(rest.slice(0, -1).concat(first).join(' '))
  )
    return true;
  return standsOutAtStart(body, text);
}

/** “STOP STOP STOP”, “stop stopall”: nothing but words that stop. */
const repeats = (text: readonly string[]): boolean =>
  text.length > 1 &&
  text.every((word) => strongStops.has(word) || weakStops.has(word) || courtesy.has(word)) &&
  text.some((word) => strongStops.has(word) || weakStops.has(word));

/** “STOP I have no idea who you are”: the word in capitals, as the carriers teach it, before a text that is not all capitals. */
function standsOutAtStart(body: string, text: readonly string[]): boolean {
  const [first = '', ...rest] = body.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (first !== 'STOP' && first !== 'STOPALL' && first !== 'UNSUBSCRIBE' && first !== 'ARRET' && first !== 'ARRÊT')
    return false;
  const others = rest.join('');
  return others !== others.toUpperCase() && !goesOn.has(text[1] ?? '');
}
