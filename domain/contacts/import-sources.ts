/** Systems whose exports are recognized by their columns. */
export const importSources = ['twilio', 'slicktext', 'ez-texting', 'klaviyo', 'mailchimp', 'highlevel'] as const;
export type ImportSource = (typeof importSources)[number];
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  twilio: 'Twilio',
  slicktext: 'SlickText',
  'ez-texting': 'EZ Texting',
  klaviyo: 'Klaviyo',
  mailchimp: 'Mailchimp',
  highlevel: 'HighLevel',
};
