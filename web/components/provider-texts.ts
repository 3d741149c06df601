import { catalogue } from '../messages/translate.ts';
import { words } from './texts.ts';

/** The words of a provider's account, which few screens show. */
export const texts = catalogue(words, {
  'provider.twilio': 'Twilio',
  'provider.bandwidth': 'Bandwidth',
  'provider.sendgrid': 'SendGrid',
  'provider.twilio.text': 'The carrier account that numbers are bought with and texts go out through.',
  'provider.bandwidth.text':
    'The carrier account of businesses that use Bandwidth. Order their numbers in its dashboard.',
  'provider.sendgrid.text': 'Sends email through a SendGrid account.',
  'provider.mailgun.text': 'Sends email through a Mailgun domain.',
  'provider.ses.text': 'Sends email through Amazon’s Simple Email Service.',
  'provider.connected': 'Connected',
  'provider.connect': 'Connect',
  'provider.replace': 'Replace',
  'provider.remove': 'Remove',
  'provider.removeTitle': 'Remove the {provider} account?',
  'provider.check': 'Check and save',
  'provider.from': 'Sender',
  'provider.verified': 'Verified',
  'provider.acting': 'While you are signed in as another person, stored secrets stay as they are shown here.',
  'provider.twilio.replace':
    'Numbers stay with the account they were bought with. A new token of the same account changes nothing for ' +
    'them; with another account they stop texting until that account holds them.',
  'provider.bandwidth.callback':
    'In your Bandwidth application, enter this callback address with the callback username and password from here.',
  'provider.bandwidth.voice': 'In your Bandwidth voice application, enter this address for calls and for call status.',
  'provider.events.off': 'Bounces and complaints: not listened to',
  'provider.events.on': 'Bounces and complaints: listened to',
  'provider.events.text':
    'Let the provider call this address for deliveries, bounces and complaints, and enter by which key its calls are known.',
  'provider.events.save': 'Save key',
  'provider.events.kept': 'Now {key}. It is never shown in full.',
  'provider.events.key.sendgrid': 'Public key of the signed event webhook',
  'provider.events.key.mailgun': 'HTTP webhook signing key',
  'provider.events.key.ses': 'ARN of the SNS topic',
  'provider.kept': 'Checked with the provider first, then stored encrypted. The secret is never shown again.',
  'provider.trialText':
    'A trial account of the carrier does not work with this system: it texts verified numbers only. Upgrade it at ' +
    'the carrier, then check again.',
  'provider.tokenHint': 'In the Twilio console, under Account Info.',
  'provider.fromEmail': 'Sender’s email address',
  'provider.fromHint': 'The provider must allow this sender.',
  'provider.fromName': 'Sender’s name',
  'provider.field.account_sid': 'Account SID',
  'provider.field.auth_token': 'Auth token',
  'provider.field.account_id': 'Account ID',
  'provider.field.application_id': 'Application ID',
  'provider.field.username': 'API username',
  'provider.field.password': 'API password',
  'provider.field.callback_username': 'Callback username',
  'provider.field.callback_password': 'Callback password',
  'provider.field.api_key': 'API key',
  'provider.field.domain': 'Sending domain',
  'provider.field.region': 'Region',
  'provider.field.access_key_id': 'Access key id',
  'provider.field.secret_access_key': 'Secret access key',
  'provider.region.us': 'United States',
  'provider.region.eu': 'Europe',
  'provider.sandbox.twilio':
    'No real carrier is connected here: the sandbox checks the account. Any SID of the right form works; a token ' +
    'that starts with “wrong” is refused, one that starts with “trial” makes a trial account.',
  'provider.sandbox.bandwidth':
    'The sandbox answers in Bandwidth’s place: any account ID works. Use one username and password for the API and the callbacks.',
  'provider.sandbox.sendgrid':
    'The sandbox answers in SendGrid’s place: any key that starts with SG. works. Emails end in its inbox.',
  'provider.sandbox.mailgun': 'The sandbox answers in Mailgun’s place. Emails end in its inbox.',
  'provider.sandbox.ses': 'The sandbox answers in Amazon’s place. Emails end in its inbox.',
});
export const { t } = texts;
