import { type Block, type DocumentToMake, paperAt } from '../../adapters/documents/port.ts';
import type { PacketHead, PacketMessage } from '../../domain/evidence/packet.ts';

interface Shown {
  readonly head: PacketHead;
  /** `packet.json` has all messages, the document the newest. */
  readonly newest: readonly PacketMessage[];
  readonly messages: number;
}
interface Paper {
  readonly brand: DocumentToMake['brand'];
  readonly verifierKey: string;
}

/** A packet as people read it: what it proves on the first page, then consent, messages, imports, and who acted. */
export function evidenceDocument({ head, newest, messages }: Shown, { brand, verifierKey }: Paper): DocumentToMake {
  const { business, contact, consent, imports, acted } = head;
  const blocks: readonly Block[] = [
    { kind: 'heading', level: 1, text: 'Evidence packet' },
    {
      kind: 'facts',
      facts: [
        ['Business', business.name],
        ['Contact', contact.erased ? 'Erased' : (contact.phone ?? 'No phone number')],
        ['Made', head.made_at],
        ['Times', `UTC, and local time of ${business.timezone}`],
      ],
    },
    { kind: 'heading', level: 2, text: 'What this proves' },
    ...head.proves.map((text) => ({ kind: 'paragraph', text }) as const),
    { kind: 'heading', level: 2, text: 'How to check it' },
    {
      kind: 'paragraph',
      text: 'Run “node verify.mjs” in the folder of this packet. It needs Node 20 or newer, no network and no other software. It fails if one byte of any file was changed, or if an event of this contact was left out.',
    },
    { kind: 'paragraph', text: `Signed with ${verifierKey}`, isMuted: true },
    ...section('Consent', 'No consent was recorded.', [
      {
        kind: 'table',
        columns: [{ title: 'When' }, { title: 'What' }, { title: 'Words and proof' }],
        lines: consent.map((line) => ({
          cells: [
            { text: line.local, note: line.at },
            { text: `${channelWord[line.channel]}: ${kindWord[line.kind]}`, note: line.how },
            {
              text: line.words ?? '–',
              note: [
                line.page_version === null ? null : `page ${line.page_version}`,
                line.box_ticked === null ? null : `box ${line.box_ticked ? 'ticked' : 'not ticked'}`,
                line.ip_address === null ? null : `from ${line.ip_address}`,
                line.provider_message_id,
                `event ${line.event}`,
              ]
                .filter((part) => part !== null)
                .join(', '),
            },
          ],
        })),
      },
    ]),
    ...section('Messages', null, [
      ...(messages > newest.length ?
        [
          {
            kind: 'paragraph',
            text: `The newest ${newest.length} of ${messages}. All of them are in packet.json.`,
            isMuted: true,
          } as const,
        ]
      : []),
      {
        kind: 'table',
        columns: [{ title: 'When' }, { title: 'Message' }, { title: 'Consent then' }, { title: 'Outcome' }],
        lines: newest.map((message) => ({
          cells: [
            { text: message.local, note: message.at },
            { text: message.text ?? '–', note: noteOf(message) },
            { text: stateWord[message.consent.state] ?? message.consent.state, note: message.consent.since ?? '' },
            outcomeOf(message),
          ],
        })),
      },
    ]),
    ...(imports.length === 0 ?
      []
    : section('Imports', null, [
        {
          kind: 'table',
          columns: [{ title: 'When' }, { title: 'File' }, { title: 'Row', align: 'end' }, { title: 'Attested' }],
          lines: imports.map(({ local, at, file, upload, row, sha256, attested }) => ({
            cells: [
              { text: local, note: at },
              { text: file ?? '–', note: `SHA-256 ${sha256 ?? 'not known'}, upload ${upload}` },
              String(row),
              { text: attested?.statement ?? '–', note: attested?.local ?? '' },
            ],
          })),
        },
      ])),
    ...(acted.length === 0 ?
      []
    : section('Who acted', null, [
        {
          kind: 'table',
          columns: [{ title: 'User' }, { title: 'Acted for them' }, { title: 'Events', align: 'end' }],
          lines: acted.map(({ user, acted_as_by: by, events }) => ({ cells: [user, by ?? '–', String(events)] })),
        },
      ])),
  ];
  return {
    title: `Evidence packet: ${business.name}`,
    brand,
    paper: paperAt(business.timezone),
    at: new Date(head.made_at),
    footer: `Evidence packet · ${business.name}`,
    blocks,
  };
}

const channelWord = { text: 'Texts', email: 'Emails' } as const;
const kindWord = { optedIn: 'opted in', optedOut: 'opted out', requested: 'asked to confirm', withdrawn: 'withdrawn' };
const stateWord: Readonly<Record<string, string>> = { subscribed: 'Opted in', optedOut: 'Opted out', unknown: 'None' };

function section(title: string, nothing: string | null, blocks: readonly Block[]): readonly Block[] {
  const hasLines = blocks.some((block) => block.kind === 'table' && block.lines.length > 0);
  return [
    { kind: 'heading', level: 2, text: title },
    ...(hasLines ? blocks : [{ kind: 'paragraph', text: nothing ?? 'None.' } as const]),
  ];
}

const noteOf = ({ direction, channel, purpose, provider_message_id: id }: PacketMessage): string =>
  [direction === 'in' ? `${channel} from the contact` : channel, purpose, id]
    .filter((part) => part !== null)
    .join(', ');

function outcomeOf({ record, direction }: PacketMessage): { readonly text: string; readonly note: string } {
  const last = record.findLast(({ what }) => /Accepted|Sent|Delivered|Failed|Suppressed|Bounced|Complained/.test(what));
  if (last === undefined) return { text: direction === 'in' ? 'Received' : 'Waiting', note: '' };
  return { text: last.what.replace(/^(Message|Email)/, ''), note: last.reason ?? last.at };
}
