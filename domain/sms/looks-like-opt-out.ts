import { reservedMeaning } from './reserved-words.ts';
import { sentences, words } from './words.ts';

/** `bare-no`: nothing but a no, which is an answer where something was asked. */
export type OptOutLook = 'looks-like' | 'bare-no';

/**
 * Whether a text looks like an opt-out without being a sure one: “not interested”, “you have the wrong person”, “enough
 * already”. A plain wording is enough by itself; otherwise weak signals add up (a word that ends something, what we
 * send, weariness, anger, the law), and what is plainly about an order, a visit or a joke counts against them. English
 * and Spanish. 47 CFR 64.1200(a)(10) asks that any reasonable wording be honored: what is held here, a person looks at.
 */
export function looksLikeOptOut(body: string): OptOutLook | null {
  const text = words(body);
  if (text.length === 0 || text.length > longest || reservedMeaning(body) !== null) return null;
  const joined = text.join(' ');
  if (bareNo.test(joined)) return 'bare-no';
  const said = [joined, ...sentences(body).map((sentence) => sentence.join(' '))];
  if (turnedRound.test(joined)) return null;
  const isPlain = said.some((sentence) => plainly.some((wording) => wording.test(sentence)));
  const weight = signals.reduce(
    (sum, { of, weighs }) => (of.test(joined) ? sum + weighs : sum),
    isPlain ? enough + 1 : 0,
  );
  return weight >= enough ? 'looks-like' : null;
}

/** Longer texts (words) are stories, and people read them anyway. */
const longest = 60;
const enough = 2;

const bareNo =
  /^(?:(?:oh|um|uh|hi|hey|ok|sorry|hola|ay) )?(?:no|nope|nah|naw|no+|hell no|no way|no(?: no)+)(?: (?:thanks?|thank you|thank u|thx|ty|tks|im good|i am good|im ok|sir|maam|gracias|muchas gracias|por favor|please|sorry|way|not (?:for me|today|now|really)))*$|^(?:im good|i am good|pass|ill pass|i will pass|not (?:for me|today|right now|really)|hard pass|paso|ahora no|por ahora no|hoy no)(?: (?:thanks?|thank you|thx|gracias))?$/u;

/** Praise and pleas that use the same words the other way round, and questions why it has stopped. */
const turnedRound =
  /\b(?:dont|do not|never|wont|cant|couldnt|cannot|didnt mean to|not going to) (?:\w+ )?(?:stop|quit|unsubscribe|opt out|cancel)\b|\b(?:why|when|how come) (?:did|have|do|are) (?:you|u|i|it|the|my)\b.*\b(?:stop|stopped|quit|unsubscribed?|opted|removed|cancell?ed|end)\b|\b(?:accidentally|by accident|by mistake|accident)\b|\bno (?:dejen|deje|paren|pare) de\b|\bpor que (?:ya no|dejaron)\b|\b(?:sign|add|put) me (?:back|up)\b|\b(?:resubscribe|back on|opt(?:ed)? (?:me )?(?:back )?in)\b/u;

const plainly: readonly RegExp[] = [
  // Not interested
  /^(?:\w+ ){0,4}(?:not|no longer|never|isnt|arent|aint|zero|nt) (?:at all |really |even |the least bit )?(?:interested|intrested|interest|intersted)(?: (?:in .*|at all|anymore|any more|please|pls|thanks|thank you|thx|sorry|bro|dude|man|ever|now|so.*|and.*|but.*))*$/u,
  /^(?:i have |ive got |i got )?no interest\b/u,
  /^(?:thanks |thank you |sorry |hi |please )?(?:but )?(?:i am |im )?(?:uninterested|good on (?:these|this|the) (?:texts?|messages?))/u,
  /\bi (?:really )?(?:dont|do not) care (?:about|for) (?:your|these|this|the) (?:texts?|messages?|offers?|deals?|sales?|promos?|promotions?|ads?|specials|business|company|stuff|shit|crap)\b/u,
  // Enough
  /^(?:ok |okay |seriously |please |ugh |omg )?(?:enough|enuf)(?: (?:already|is enough|of this|of these|of it|of you|with (?:the|these|this|all).*|please|now|of these .*|of the .*|of your .*|texts?|messages?|spam))?$/u,
  /\b(?:had|have|ive) (?:had )?enough (?:of|with) (?:this|these|your|the|all|you)\b/u,
  /\benough (?:with|of) (?:the|these|your|all) (?:\w+ )?(?:texts?|messages?|msgs?|sms|spam|ads|offers|promos|promotions|alerts|notifications|deals)\b/u,
  // The wrong person
  /\bwrong (?:#|number|numbers|nbr|num|no|person|guy|girl|lady|one|phone|contact|customer|individual|cell)\b/u,
  /^(?:sorry |hi |hello )?(?:this|that) (?:is not|isnt|aint) (?:him|her|them|my number|his|hers|the right|\w+(?: \w+)?(?:s)? (?:number|phone|cell))\b/u,
  /\b(?:im|i am) not (?:him|her|that person|who you|the person|the one)\b/u,
  /\b(?:number|phone) (?:has changed|changed|no longer belongs|isnt|is not|was reassigned|is new to me|belongs to someone|used to belong)\b/u,
  /\b(?:no one|nobody|there is no one|theres no one) (?:here )?(?:by|with|named|called) (?:that|this|the)?\b/u,
  /\bnot my (?:number|phone|account|name)\b|\bnew number who dis\b|\bnew phone who dis\b/u,
  // Never agreed
  /\b(?:i )?(?:didnt|did not|never|dont remember|dont recall|do not remember|havent|have not|have never|wasnt|was never) (?:ever )?(?:sign(?:ed|ing)?|subscrib(?:e|ed|ing)|opt(?:ed|ing)?|agree[d]?|agreeing|consent(?:ed)?|ask(?:ed)?|request(?:ed)?|give(?:n)?|gave|authorized?|join(?:ed|ing)?|register(?:ed|ing)?|enroll(?:ed)?)(?: (?:up|in|to|you|this|these|any of|it|that|me|my|permission|for (?:this|these|any|it|that|your|texts?|messages?|anything|marketing|promos?|whatever|the texts?|the messages?)))/u,
  /\b(?:how|where) (?:did|do|have|d) (?:you|u|yall|they) (?:guys |people )?(?:get|got|have|find|obtain) (?:my|this) (?:number|info|phone|cell|contact)\b|\bwho gave (?:you|u) (?:my|this) (?:number|info|phone)\b/u,
  /\bwithout my (?:consent|permission|authorization)\b/u,
  // Go away
  /^(?:just |please |pls |ok |ugh |can you |would you |will you )*(?:go away|get lost|buzz off|piss off|f off|f u|fu|f you|f yourself|eff off|fk off|fuck off|fuck you|fuck u|fuk off|screw you|shut up|shut the fuck up|stfu|gtfo|bug off|back off|beat it|scram|leave|get out|get out of here|no mas pls|let me be|let me alone|not again|ugh not again|make it end|give it a rest|give it up|kick rocks|take a hike|kill this|lay off|cut it out|knock it off|quit it|drop it|lose it|be gone|begone|bye forever|good riddance|im done|i am done|done with (?:this|these|you|it|yall)|were done|im out|i am out|count me out|include me out|deleted?|delete this|remove this|block(?:ed|ing)?|blocking you|spam+|scam+|junk|ignore|ignore me|reported|mute)(?: (?:please|pls|now|already|thanks|with (?:this|you|these|yall)|you|people|guys|creep|spammer|jerk|asshole|alert|from you|loser|bot|yall|everyone|everybody|with .*|of (?:this|these).*))*$/u,
  /\b(?:f|fuck|fk|fuk|piss|buzz|back|eff|bug) off\b|\bgo away\b|\bleave (?:me|us) (?:the (?:hell|fuck|f) )?(?:alone|be|out)\b|\blet me (?:alone|be)\b/u,
  /\b(?:lose|forget|lost) my (?:number|contact)\b/u,
  /\b(?:please|pls|would you|kindly) (?:leave|ignore|skip|exclude|omit|forget) me\b/u,
  /\bcount me out\b|\b(?:get|take|leave|keep|cut|cross|scratch) me (?:off|out)\b(?! (?:the|of the|my|a)? ?(?:hook|table|waitlist|wait|game|booking|[0-9]))/u,
  // The law, and being reported
  /\b(?:report(?:ed|ing)? (?:you|this|these|your|it|them|yall)|(?:fcc|ftc|tcpa|bbb|attorney general|can spam|class action)|cease and desist|my (?:lawyer|attorney|attorneys|lawyers)(?! friend)|su(?:e|ing) (?:you|u)|legal action|small claims|do not (?:call|text)(?! me before| me until| before| until| after)|donotcall|dnc|no call list|against the law)\b/u,
  /\b(?:block(?:ed|ing)?) (?:you|this number|your number|u|these|them|yall)\b|\bill block\b|\bgoing to block\b|\bgonna block\b/u,
  /\b(?:this|it|that|your|these|texts?|messages?) (?:is|are|be|feels like|feel like|looks like|look like|seems like) (?:\w+ )?(?:spam|spammy|harassment|harassing|a scam|scam|junk|illegal|unsolicited|unwanted|intrusive|invasive)\b/u,
  /\b(?:youre|you are|u r|ur|yall are|quit|stop) (?:\w+ )?(?:spamming|harassing|bothering|pestering|annoying)\b/u,
  /\b(?:spam|junk|unsolicited|unwanted) (?:texts?|messages?|msgs?|sms)\b/u,
  // Named, whatever stands around it
  /\b(?:unsubscribe|unsubscribed|unsubscribing|unsub|opt(?:ed|ing)? (?:me |us )?out|optout|opt me out)\b/u,
  /\b(?:dont|do not|no longer|never) (?:want|need|wish|like|care)(?: for| to)?(?: (?:get|getting|receive|receiving|see|seeing|hear|hearing|be getting|have))?(?: (?:any|more|anymore|your|the|these|this|those|all|so many|from|about|of|further|such))* (?:texts?|messages?|msgs?|sms|offers?|deals?|promos?|promotions?|ads?|emails? and texts?|you|you anymore|you guys|yall|you people|alerts?|updates?|notifications?|marketing|specials?|coupons?|anything from (?:you|u|yall|this))\b/u,
  /\b(?:too many|so many|way too many|too much|sick of|tired of|fed up with|annoyed (?:by|with)|over) (?:of )?(?:the |these |your |all |all the |all these |getting |receiving |this |so many )*(?:texts?|texting|messages?|msgs?|sms|spam|notifications?|alerts?|ads|promos?|promotions?)\b/u,
  /\b(?:texts?|messages?|msgs?|sms) (?:(?:are|is|r) )?(?:too (?:much|often|many|frequent)|annoying|bothering me|waking me|unwanted|ridiculous|out of control|need to go)\b/u,
  /\b(?:please|pls|can you|could you|i want you to|you need to|you should) (?:not|never) (?:text|message|contact|send|bother|write|msg)\b/u,
  /\bno (?:more|further) (?:of )?(?:these|this|your|the|those|any)?\s?(?:texts?|messages?|msgs?|sms|spam|offers?|deals?|promos?|promotions?|ads|alerts?|notifications?|contact|communication|please|pls|thanks|thank you)\b/u,
  /\b(?:no longer|not|never|arent|isnt) (?:a |your |even a |an? )?(?:customers?|clients?|members?|guests?|patrons?|patients?)(?: (?:anymore|any more|of yours|here|there))?$/u,
  /\b(?:moved (?:away|out of (?:state|town|the area|the country))|dont live (?:there|here|in the area|near)|no longer live|live (?:too far|out of state|in another state))\b/u,
  /\b(?:she|he|owner of this (?:phone|number)|person|mother|mom|father|dad|husband|wife|customer) (?:has )?(?:passed(?: away)?|died|is deceased|is dead)\b|\bdeceased\b/u,
  /^(?:please |pls )?(?:take|get|remove|delete|cancel|drop|erase|end|stop) (?:me|us|my name|my info|my account|my membership|membership|everything|all of (?:this|it|them))(?: (?:please|pls|now|from .*|off .*|asap|immediately|thanks))*$/u,
  /^(?:i |we )?(?:want|wanna|need|would like|id like|wish)(?: to)? (?:be )?(?:out|off|gone|removed|done)\b(?! (?:the|by|before|at|with my|with the|of the (?:cold|rain|house|sun))|.*(?:table|order|salad|onions?))/u,
  /^(?:make|let) (?:it|this|these|them|the \w+) (?:all )?stop\b(?! (?:rain|snow|hurt))/u,
  /^(?:please )?(?:end|stop) (?:of )?(?:the|this|these|all) (?:madness|nonsense|harassment|crap|bs|bullshit|nightmare|insanity|thing|conversation|chat|bot)\b/u,
  /\b(?:stop|quit|cease)(?: (?:with )?(?:the|this|these|all|your|that|all these|all the|w|sending|blowing up|filling up|lighting up))+ ?(?:\w+ )?(?:texts?|messages?|msgs?|sms|spam|ads|offers|phone|crap|bs|bullshit|shit|nonsense|notifications?|alerts?|inbox)\b/u,
  /\b(?:trying|tried|asked|told|texted|said|say|saying|replied|reply|keep|sent|wrote|typed|type|typing) (?:(?:you|yall|this|to|already|twice|many|several|multiple|times|for|saying|three|two|before|and|it) )*(?:stop|quit|end|remove|be removed|unsubscribe)\b(?! (?:by|at|or|the order|my order))/u,
  /^(?:stop|parar|alto|unsubscribe|end|quit|cancel)\b(?: \w+){0,2} (?:stop|end|quit|cancel|alto|unsubscribe|wtf|damn it|dammit|goddamn it|jesus|bro|dude|man|asshole|yall|people|you guys|everything)$/u,
  // The word, and why: “stop I told you already”
  /^stop (?:i|im|ive|we|you|youre|u|this|these)\b(?! (?:sign|light|is|shop|stop|can|could|will))/u,
  // Spanish
  /\bno (?:me |nos )?(?:interesa|interesan|interesada|interesado|estoy interesad[ao])\b|\bno (?:estoy|estamos) interesad[ao]s?\b|^sin interes\b|\bno tengo interes\b/u,
  /\b(?:ya )?(?:es )?(?:suficiente|basta|bastante)(?: ya| por favor| con (?:los|las|estos|estas|esto|sus|tantos) .*| con esto| de (?:mensajes|textos|esto|sms|spam|molestar).*)*$|\bya basta\b|\bestoy hart[ao]\b|\bme tienen hart[ao]\b|\bya no mas\b|\bya dejen\b|\bya paren\b|\bcansad[ao] de (?:sus|tus|estos|tantos|recibir)\b/u,
  /\b(?:numero|persona|telefono|celular) (?:equivocad[ao]|incorrect[ao])\b|\bse (?:equivoco|equivocaron|ha equivocado|equivoca)\b|\bte equivocaste\b|^equivocad[ao]$|\bno soy (?:yo|el|ella|esa persona|la persona|\w+)$|\bno es mi numero\b|\beste (?:numero )?no es (?:el )?(?:numero )?(?:de )?\w+$/u,
  /\b(?:no|nunca) (?:me )?(?:suscribi|inscribi|registre|apunte|autorice|pedi|di (?:mi )?(?:permiso|numero|consentimiento)|acepte|solicite)\b/u,
  /\b(?:dejenme|dejeme|dejame|deja(?:r)?me) (?:en paz|tranquil[ao]|sol[ao])\b|\bno (?:me )?(?:moleste[ns]?|molestes|fastidie[ns]?|jodan|jodas|chingue[ns]?)\b|^(?:largo|largate|larguense|vete|vayanse|lárguense)(?: .*)?$|\bvete a la\b|\bvayanse a la\b|\bvete al diablo\b/u,
  /\b(?:quien|como) (?:les|te|le) dio (?:mi|este) numero\b|\b(?:como|de donde) (?:consiguieron|sacaron|obtuvieron|tienen|tienes) mi numero\b/u,
  /\b(?:los|las|te|lo) (?:voy a |vamos a )(?:denunciar|demandar|reportar|bloquear)\b|\b(?:denuncia|demanda|abogado|acoso|reportar(?:los|te)?|denunciar(?:los|te)?|bloquear(?:los|te)?)\b/u,
  /\b(?:ya )?no (?:me )?(?:manden?|mandes|envien?|envies|escriban?|escribas|texteen?|llamen?|contacten?|contactes)\b|\bno (?:quiero|deseo|necesito) (?:\w+ ){0,4}(?:mensajes|textos|sms|promociones|ofertas|publicidad|anuncios|nada de ustedes|saber (?:nada|mas)|spam)\b/u,
  /\b(?:demasiados|muchos|tantos) (?:mensajes|textos|sms)\b|\b(?:desuscribir(?:me)?|desuscribirse|darme de baja|dar de baja|de baja|anular (?:la |mi )?suscripcion|cancelar (?:la |mi )?suscripcion|borrarme|borrenme|eliminenme|eliminarme|quitenme|quitarme|saquenme|sacarme|sacame|quitame)\b/u,
  /\bno (?:conozco|se quien|los conozco|te conozco|somos clientes|soy cliente|soy su cliente)\b|\bya no (?:soy|vivo|quiero|deseo|me)\b(?! .*(?:cebolla|pizza|mesa|reserva|cita|pedido))/u,
  /\b(?:dejen|deje|deja|paren|pare|para|parar|detengan|detener|eliminen|eliminar|quitar|quiten|borren|borrar) (?:ya |de |de mandar |de enviar |estos |los |sus |esto |con los |con esto |de una vez |todo |mi |todos los )+(?:mensajes|textos|sms|spam|molestar|mandar|enviar|escribir|textear|joder|chingar|numero|esto|por favor|publicidad|suscripcion|contacto|\w*me)\b/u,
];

interface Signal {
  readonly of: RegExp;
  readonly weighs: number;
}
const signals: readonly Signal[] = [
  // A word that ends something
  { of: /\b(?:stop|quit|remove|delete|end|cease|block|cancel|discontinue|terminate|off)\b/u, weighs: 1 },
  { of: /\b(?:parar?|paren|dejen|basta|alto|baja|quiten|borren|cancelen|cancelar|eliminen)\b/u, weighs: 1 },
  // What we send, and how often
  {
    of: /\b(?:texts?|texting|messages?|messaging|msgs?|sms|spam|ads|promos?|promotions?|notifications?|number|list|mensajes|textos|publicidad|lista)\b/u,
    weighs: 1,
  },
  {
    of: /\b(?:constantly|nonstop|every (?:single )?day|all day|so often|at night|woke me|waking me|keep getting|again and again)\b/u,
    weighs: 1,
  },
  // Weariness and anger
  {
    of: /\b(?:annoying|annoyed|irritating|harass\w*|bother\w*|sick|tired|hate|ridiculous|jesus|seriously|ugh|wtf|damn|goddamn|molest\w*|fastidi\w*)\b/u,
    weighs: 1,
  },
  { of: /\b(?:fuck\w*|shit|crap|bullshit|asshole|bastards?|idiots?|mierda|carajo|chinga\w*|joder)\b/u, weighs: 1 },
  // A stranger
  {
    of: /\b(?:who is this|who are you|whos this|who dis|dont know (?:you|who)|never heard of|quien es|quienes son)\b/u,
    weighs: 1,
  },
  // Plainly about a visit, an order or the thing sold
  {
    of: /\b(?:table|reservation|reserve|booking|book|appointment|order|delivery|deliver|pickup|pick up|menu|pizza|onions?|cheese|bus|train|class|lesson|parking|shop|store|open|close[ds]?|tonight|tomorrow|receipt|refund|price|gift|code|coupon|neighbor|waitlist|waiting|wine|pizzas?|[0-9]{1,2}(?:am|pm)|mesa|reserva|cita|pedido|cebolla|abren|abierto|cierran|precio|manana|cupon|codigo)\b/u,
    weighs: -1,
  },
  {
    of: /^(?:when|what time|what|does|is|are|do|how long|how late|cuando|a que hora)\b|\bhate to\b|\bcan we\b/u,
    weighs: -1,
  },
  { of: /\b(?:waitlist|booking|reservation|guest list)\b/u, weighs: -2 },
  {
    of: /\b(?:love|great|awesome|amazing|best|haha\w*|lol|useful|delicious|encanta\w*|gracias por|thank you for|thanks for)\b/u,
    weighs: -1,
  },
];
