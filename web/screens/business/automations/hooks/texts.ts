import { catalogue } from '../../../../messages/translate.ts';
import { texts as automations } from '../texts.ts';

/** The words of the addresses that other systems call, and of how what automations call is signed. */
export const texts = catalogue(automations, {
  'au.w.title': 'Webhooks',
  'au.w.text':
    'Another system tells you that something happened – a booking, a purchase, a form – and automations start for the ' +
    'contact. Each has an address of its own, with a secret.',
  'au.w.new': 'New address',
  'au.w.none': 'No address yet',
  'au.w.noneText': 'Make one, let your other system send something to it once, and say where the contact stands in it.',
  'au.w.unnamed': 'Address without a name',
  'au.w.never': 'Nothing was sent to it yet',
  'au.w.heard': 'Called {at}',
  'au.w.lastRefused': 'the last call was refused',
  'au.w.unmapped': 'Say where the contact stands',
  'au.w.ready': 'Ready',
  'au.w.list': 'Addresses that others call',
  'au.w.secretTitle': 'Its secret, shown this once',
  'au.w.secretText':
    'Send it as the header X-Webhook-Secret, or as Authorization: Bearer. We can’t show it again, but you can create another.',
  'au.w.address': 'Address',
  'au.w.secret': 'Secret',
  'au.w.kept': 'I saved it',
  'au.w.back': 'Webhooks',
  'au.w.name': 'Name',
  'au.w.namePlaceholder': 'Our booking system',
  'au.w.rotate': 'Another secret',
  'au.w.rotateTitle': 'Make another secret?',
  'au.w.rotateText': 'The one before is refused at once: give the new one to the system that calls.',
  'au.w.delete': 'Delete',
  'au.w.deleteTitle': 'Delete this address?',
  'au.w.deleteText': 'Calls to it are refused, and it no longer triggers automations. You can’t undo this.',
  'au.w.sample': 'Sample',
  'au.w.sampleAt': 'Sent {at}',
  'au.w.sampleNone':
    'Send something to the address now, or paste below what will be sent. It is kept for a week at most, and goes when you save.',
  'au.w.sampleMapped': 'Samples are no longer kept. To check a change, paste one.',
  'au.w.paste': 'Paste what is sent (JSON)',
  'au.w.badJson': 'This is no JSON object.',
  'au.w.mapping': 'Where the contact stands',
  'au.w.mappingText':
    'Keys with dots between them, as in customer.phones.0. A phone number or an email address says who it is.',
  'au.w.place': 'Where it stands',
  'au.w.placeOf': 'Where it stands: {field}',
  'au.w.fieldAt': 'Field {number}',
  'au.w.value': 'Found',
  'au.w.notFound': 'nothing there',
  'au.w.addField': 'Another field',
  'au.w.dropField': 'Leave out {field}',
  'au.w.needsWho': 'Say where the phone number stands, or the email address.',
  'au.w.save': 'Save',
  'au.w.saved': 'Saved. From now on calls start automations.',
  'au.w.calls': 'The last calls',
  'au.w.noCalls': 'No calls yet.',
  'au.w.call.sampled': 'Kept as a sample',
  'au.w.call.received': 'Heard',
  'au.w.call.refused': 'Refused',
  'au.w.contact': 'The contact',
  'au.w.signing': 'What your automations call',
  'au.w.signingText':
    'The step Call another system signs what it sends (header Webhook-Signature: HMAC-SHA256 over time and body), so that your ' +
    'system can tell it is yours.',
  'au.w.signingFirst': 'You have not taken a secret for it yet.',
  'au.w.signingSince': 'This secret since {at}.',
  'au.w.signingNew': 'Make a secret',
  'au.w.signingTitle': 'Make another secret for signing?',
  'au.w.signingWarn':
    'It is shown once. For a day everything is signed with the one before as well, so that you can change over.',
  'au.w.signingShown': 'The secret for signing, shown this once',
  'au.w.listen': 'Which address',
  'au.w.anyAddress': 'Choose an address',
  'au.w.manage': 'Make and set up addresses',
});
export const { t } = texts;
