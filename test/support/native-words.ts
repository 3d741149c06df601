/** What a native writer does not write in a product: old words, and sentences that begin with a clause in place of who acts. */
export const foreignWords = new RegExp(
  [
    /\b(?:who(?:so)?ever|somebody|nobody|everybody|anew|e-mails?|can not)\b/,
    /\bby (?:itself|themselves)\b|\b(?:put away|taken back|takes? it back|colours?|centred?)\b/,
    /(?:^|[.!:] )(?:Who (?:is|has|was|had|opted|texts|comes)|Of those|What (?:is|was|has|becomes|came) (?!already)[^?]*(?:\.|$))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
);
