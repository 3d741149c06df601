import {
  ActionIcon,
  Button,
  MultiSelect,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import {
  IconArrowsMove,
  IconArrowsUpDown,
  IconCopy,
  IconFilter,
  IconPencil,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { FilterDialog } from '../../../../components/contact-filter/FilterDialog.tsx';
import type { ContactFilter } from '../../../../components/contact-filter/model.ts';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { dialable, phone } from '../../../../format/phone.ts';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { ChooseDesign } from '../../broadcasts/compose/ChooseDesign.tsx';
import { TestDialog } from '../../broadcasts/compose/TestDialog.tsx';
import { MergeMenu, notHere } from '../../broadcasts/compose/MergeMenu.tsx';
import { TextBox } from '../../broadcasts/compose/TextBox.tsx';
import { useDesign } from '../../broadcasts/compose/useDesign.ts';
import { automationModel, type Check, type Document, freshUntil, type Node, type NodeOf } from '../model.ts';
import { shownExits, targetOf } from '../outline.ts';
import { t } from '../texts.ts';
import { checkWords, exitWord, kindWord, monthName, told } from '../words.ts';
import { canDouble, flip, putExit } from './edit.ts';
import {
  Amount,
  Choice,
  DayFields,
  DurationFields,
  FieldChoice,
  EventFields,
  TimeField,
  WeekdaysField,
  Words,
  type Wrong,
  ZoneField,
} from './Fields.tsx';

/** `brand`: of whose agency they are. */
export interface Teammate {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly has_phone: boolean;
}
export interface Around {
  readonly document: Document;
  readonly data: FilterData;
  readonly team: readonly Teammate[];
  readonly mms: boolean;
  readonly wrong: Wrong;
}
type Put<N extends Node = Node> = (node: N) => void;

/** What a step does, and where it goes on. `onPut`: the step as it is from now on. */
export function StepPanel({
  id,
  node,
  around,
  onPut,
  onRemove,
  onDouble,
  onPlace,
}: {
  readonly id: string;
  readonly node: Node;
  readonly around: Around;
  readonly onPut: Put;
  readonly onRemove: () => void;
  readonly onDouble: () => void;
  /** Its place, or that of a copy with all its ways, is to be chosen. */
  readonly onPlace: (as: 'move' | 'copy') => void;
}) {
  const exits = <Exits id={id} node={node} around={around} put={onPut} />;
  return (
    <div className="au-fields">
      <div className="au-what">
        <OfKind node={node} around={around} put={onPut} />
        {node.kind === 'GoTo' && exits}
      </div>
      {node.kind !== 'GoTo' && exits}
      <TextInput
        label={t('au.p.stepName')}
        description={t('au.p.stepNameText')}
        placeholder={kindWord(node.kind)}
        value={node.name ?? ''}
        maxLength={80}
        onChange={(event) => {
          const name = event.currentTarget.value;
          onPut({ ...node, name: name.trim() === '' ? null : name });
        }}
      />
      {'off' in node && (
        <Switch
          label={t('au.p.on')}
          description={t('au.p.onText')}
          checked={!node.off}
          onChange={(event) => {
            onPut({ ...node, off: !event.currentTarget.checked });
          }}
        />
      )}
      <div className="au-acts">
        {node.kind === 'Condition' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsUpDown size={15} aria-hidden />}
            onClick={() => {
              onPut(flip(node));
            }}
          >
            {t('au.p.flip')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsMove size={15} aria-hidden />}
          onClick={() => {
            onPlace('move');
          }}
        >
          {t('au.p.move')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={15} aria-hidden />}
          onClick={() => {
            if (canDouble(node)) onDouble();
            else onPlace('copy');
          }}
        >
          {t(canDouble(node) ? 'au.p.duplicate' : 'au.p.copy')}
        </Button>
        <Button
          variant="default"
          size="xs"
          color="red"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={onRemove}
        >
          {t('au.p.remove')}
        </Button>
      </div>
    </div>
  );
}

/** Where each way goes on: it can lead to any step. */
function Exits({
  id,
  node,
  around: { document, data, wrong },
  put,
}: {
  readonly id: string;
  readonly node: Node;
  readonly around: Around;
  readonly put: Put;
}) {
  const failing = 'failed' in node.to && !shownExits(node).includes('failed') ? ['failed'] : [];
  const exits = node.kind === 'GoTo' ? ['next'] : [...shownExits(node), ...failing];
  if (exits.length === 0) return null;
  const steps = Object.entries(document.nodes)
    .filter(([other]) => other !== id)
    .map(([value, one]) => ({ value, label: told(one, data.names) }));
  return (
    <fieldset className="au-ways-of">
      <legend>{t('au.p.ways')}</legend>
      {exits.map((exit) => (
        <Select
          key={exit}
          label={node.kind === 'GoTo' ? t('au.p.target') : exitWord(node, exit)}
          placeholder={exit === 'failed' ? t('au.p.goOn') : t('au.p.end')}
          data={steps}
          value={targetOf(node, exit)}
          error={wrong(`to.${exit}`)}
          searchable
          clearable
          onChange={(to) => {
            put(putExit(node, exit, to));
          }}
        />
      ))}
    </fieldset>
  );
}

const nothing: ReadonlySet<string> = new Set();

function OfKind({ node, around, put }: { readonly node: Node; readonly around: Around; readonly put: Put }) {
  const { data, team, wrong } = around;
  const campaign = (value: string | null, none: string, change: (id: string | null) => void, description?: string) => (
    <Choice
      label={t('au.p.campaign')}
      among={data.campaigns}
      value={value}
      none={none}
      {...(description === undefined ? {} : { description })}
      error={wrong('campaignId')}
      onChange={change}
    />
  );
  switch (node.kind) {
    case 'Notification':
      return (
        <>
          <Said
            label={t('au.p.body')}
            body={node.body}
            media={node.media}
            pictures={around.mms}
            coupon={node.campaignId !== null}
            error={wrong('body') ?? wrong('media')}
            onChange={(body, media) => {
              put({ ...node, body, media });
            }}
          />
          {campaign(
            node.campaignId,
            t('au.p.noCampaign'),
            (campaignId) => {
              put({ ...node, campaignId });
            },
            t('au.p.campaignText'),
          )}
          <SendMeThis node={node} />
        </>
      );
    case 'SendEmail':
      return (
        <>
          <Mail node={node} around={around} put={put} />
          {campaign(
            node.campaignId,
            t('au.p.noCampaign'),
            (campaignId) => {
              put({ ...node, campaignId });
            },
            t('au.p.campaignText'),
          )}
          <SendMeThis node={node} />
        </>
      );
    case 'Redemption':
      return (
        <>
          {campaign(node.campaignId, t('au.p.chooseCampaign'), (campaignId) => {
            put({ ...node, campaignId });
          })}
          <Said
            label={t('au.p.couponText')}
            hint={t('au.p.couponHint')}
            body={node.body}
            coupon
            error={wrong('body')}
            onChange={(body) => {
              put({ ...node, body });
            }}
          />
          <SendMeThis node={node} />
        </>
      );
    case 'Alert':
      return (
        <>
          <Textarea
            label={t('au.p.alert')}
            description={t('au.p.alertText')}
            value={node.text}
            autosize
            minRows={2}
            maxLength={1_600}
            error={wrong('text')}
            onChange={(event) => {
              put({ ...node, text: event.currentTarget.value });
            }}
          />
          <Told node={node} by="text" around={around} put={put} />
          <Told node={node} by="mail" around={around} put={put} />
        </>
      );
    case 'Wait':
      return <Wait node={node} around={around} put={put} />;
    case 'Goal':
      return (
        <EventFields
          value={node.event}
          at="event"
          data={data}
          wrong={wrong}
          onChange={(event) => {
            put({ ...node, event });
          }}
        />
      );
    case 'Condition':
      return <Condition node={node} around={around} put={put} />;
    case 'CollectContactData':
    case 'ImageUpload':
      return <Question node={node} around={around} put={put} />;
    case 'SubscribeContactToList':
      return campaign(node.campaignId, t('au.p.chooseCampaign'), (campaignId) => {
        put({ ...node, campaignId });
      });
    case 'Split':
      return <Split node={node} wrong={wrong} put={put} />;
    case 'Webhook':
      return (
        <TextInput
          label={t('au.p.url')}
          description={t('au.p.urlText')}
          placeholder="https://"
          value={node.url}
          maxLength={2_000}
          error={wrong('url')}
          onChange={(event) => {
            put({ ...node, url: event.currentTarget.value });
          }}
        />
      );
    case 'Keyword':
    case 'Tag':
      return (
        <>
          <Words
            label={t('au.p.change')}
            words={['add', 'remove']}
            wordOf={(word) => t(`au.p.change.${word}`)}
            value={node.change}
            onChange={(change) => {
              put({ ...node, change });
            }}
          />
          <TextInput
            label={t(node.kind === 'Tag' ? 'au.p.tag' : 'au.p.keyword')}
            value={node.kind === 'Tag' ? node.tag : node.keyword}
            maxLength={40}
            error={wrong(node.kind === 'Tag' ? 'tag' : 'keyword')}
            onChange={(event) => {
              const { value } = event.currentTarget;
              put(node.kind === 'Tag' ? { ...node, tag: value } : { ...node, keyword: value });
            }}
          />
        </>
      );
    case 'Assign':
      return (
        <Choice
          label={t('au.p.user')}
          among={team}
          value={node.userId}
          none={t('au.p.queue')}
          error={wrong('userId')}
          onChange={(userId) => {
            put({ ...node, userId });
          }}
        />
      );
    case 'End':
      return <p className="muted">{t('au.p.endText')}</p>;
    case 'GoTo':
    case 'GotoRegistration':
      return null;
    default:
      return node satisfies never;
  }
}

type Speaking = NodeOf<'Notification' | 'SendEmail' | 'Redemption' | 'CollectContactData' | 'ImageUpload'>;
/** What a step says, as it stands here, to oneself. Nothing of the automation moves by it. */
function SendMeThis({ node }: { readonly node: Speaking }) {
  const [open, setOpen] = useState(false);
  const isMail = node.kind === 'SendEmail';
  const isEmpty = isMail ? node.designId === null : node.body.trim() === '' && mediaOf(node).length === 0;
  return (
    <>
      <Tooltip label={t(isMail ? 'au.p.testNoDesign' : 'au.p.testEmpty')} disabled={!isEmpty}>
        <Button
          className="au-test"
          size="xs"
          variant="default"
          leftSection={<IconSend size={15} aria-hidden />}
          aria-disabled={isEmpty}
          onClick={() => {
            if (!isEmpty) setOpen(true);
          }}
        >
          {t('au.p.test')}
        </Button>
      </Tooltip>
      {open && (
        <TestDialog
          type={
            isMail ? 'email'
            : mediaOf(node).length > 0 ?
              'mms'
            : 'sms'
          }
          content={
            isMail ?
              { kind: 'mail', subject: node.subject, preheader: node.preheader, design_id: node.designId }
            : {
                kind: 'text',
                body: node.body,
                media: mediaOf(node).map(({ url, contentType }) => ({ url, content_type: contentType })),
              }
          }
          title={t('au.p.test')}
          choosing
          campaign={'campaignId' in node ? node.campaignId : null}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
const mediaOf = (node: Speaking): Media => ('media' in node ? node.media : []);

/** Whom an alert goes to by text or by e-mail: people of the team, and whoever else is typed. */
function Told({
  node,
  by,
  around: { team, wrong },
  put,
}: {
  readonly node: NodeOf<'Alert'>;
  readonly by: 'text' | 'mail';
  readonly around: Around;
  readonly put: Put;
}) {
  const [members, typed] = by === 'text' ? (['textMembers', 'phones'] as const) : (['mailMembers', 'emails'] as const);
  const chosen = node[members];
  const gone = chosen.filter((id) => team.every((one) => one.id !== id));
  return (
    <fieldset className="au-told">
      <legend>{t(by === 'text' ? 'au.p.toldByText' : 'au.p.toldByMail')}</legend>
      <MultiSelect
        label={t(`au.p.${members}`)}
        description={t(`au.p.${members}.text`)}
        placeholder={chosen.length === 0 ? t('au.p.chooseMembers') : ''}
        data={[
          ...team.map((one) => ({ value: one.id, label: memberLabel(one, by) })),
          ...gone.map((id) => ({ value: id, label: t('au.gone') })),
        ]}
        value={chosen}
        maxValues={10}
        error={wrong(members)}
        searchable
        onChange={(ids) => {
          put({ ...node, [members]: ids });
        }}
      />
      <TagsInput
        label={t(`au.p.${typed}`)}
        placeholder={node[typed].length === 0 ? t('au.p.typeEnter') : ''}
        value={by === 'text' ? node.phones.map(phone) : node.emails}
        maxTags={10}
        error={wrong(typed)}
        onChange={(given) => {
          const most = by === 'text' ? 30 : 254;
          const said = given.map((one) => (by === 'text' ? (dialable(one) ?? one) : one).trim().slice(0, most));
          put({ ...node, [typed]: [...new Set(said)] });
        }}
      />
    </fieldset>
  );
}
function memberLabel({ name, brand, has_phone: hasPhone }: Teammate, by: 'text' | 'mail'): string {
  const who = brand === null ? name : t('au.p.ofBrand', { name, brand });
  return by === 'text' && !hasPhone ? t('au.p.withoutNumber', { name: who }) : who;
}

type Media = NodeOf<'Notification'>['media'];
/** A text, written as broadcasts are. */
function Said({
  label,
  hint,
  body,
  media = [],
  pictures = false,
  coupon,
  error,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly body: string;
  readonly media?: Media;
  readonly pictures?: boolean;
  /** Whether the fields of a coupon mean something. */
  readonly coupon: boolean;
  readonly error: string | undefined;
  readonly onChange: (body: string, media: Media) => void;
}) {
  return (
    <div className="au-said">
      <span className="label" aria-hidden>
        {label}
      </span>
      {hint !== undefined && <span className="muted hint">{hint}</span>}
      <TextBox
        label={label}
        content={{
          kind: 'text',
          body,
          media: media.map(({ url, contentType }) => ({ url, content_type: contentType })),
        }}
        hidden={coupon ? nothing : notHere}
        pictures={pictures}
        error={error}
        put={(content) => {
          onChange(
            content.body,
            content.media.map(({ url, content_type }) => ({ url, contentType: content_type })),
          );
        }}
      />
    </div>
  );
}

function Mail({
  node,
  around: { wrong },
  put,
}: {
  readonly node: NodeOf<'SendEmail'>;
  readonly around: Around;
  readonly put: Put;
}) {
  const { subject, preheader, designId } = node;
  const { design, gone } = useDesign({ kind: 'mail', subject, preheader, design_id: designId });
  const [choosing, choose] = useState(false);
  return (
    <>
      <div className="au-subject">
        <TextInput
          label={t('au.p.subject')}
          value={subject}
          maxLength={200}
          error={wrong('subject')}
          onChange={(event) => {
            put({ ...node, subject: event.currentTarget.value });
          }}
        />
        <MergeMenu
          hidden={node.campaignId === null ? notHere : nothing}
          onPick={(tag) => {
            put({ ...node, subject: `${subject}${tag}` });
          }}
        />
      </div>
      <TextInput
        label={t('au.p.preheader')}
        description={t('au.p.preheaderText')}
        value={preheader}
        maxLength={200}
        error={wrong('preheader')}
        onChange={(event) => {
          put({ ...node, preheader: event.currentTarget.value });
        }}
      />
      <div className="au-design" role="group" aria-label={t('au.p.design')}>
        {design !== null && <Thumb design={design} />}
        <div className="acts">
          {designId === null && <span className="muted">{t('au.p.noDesign')}</span>}
          {(wrong('designId') !== undefined || gone) && (
            <span className="problem">{gone ? t('au.gone') : wrong('designId')}</span>
          )}
          {design !== null && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              href={`/business/settings/email-templates/${designId ?? ''}/edit`}
              leftSection={<IconPencil size={15} aria-hidden />}
            >
              {t('au.p.editDesign')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              choose(true);
            }}
          >
            {t(designId === null ? 'au.p.chooseDesign' : 'au.p.otherDesign')}
          </Button>
        </div>
      </div>
      {choosing && (
        <ChooseDesign
          without={node.campaignId === null ? notHere : nothing}
          onClose={() => {
            choose(false);
          }}
          onMade={(made, words) => {
            put({ ...node, designId: made, subject: subject.trim() === '' ? words : subject });
            choose(false);
          }}
        />
      )}
    </>
  );
}

const waits = ['duration', 'time', 'weekday', 'date', 'event'] as const;
function Wait({
  node,
  around: { data, wrong },
  put,
}: {
  readonly node: NodeOf<'Wait'>;
  readonly around: Around;
  readonly put: Put;
}) {
  const { until } = node;
  const set = (changed: typeof until) => {
    const next = { ...node, until: changed };
    // What has one end only has no other way.
    put(automationModel.hasOtherwise(next) ? next : { ...next, to: { ...node.to, otherwise: null } });
  };
  const zone = 'zone' in until && (
    <ZoneField
      value={until.zone}
      onChange={(whose) => {
        set({ ...until, zone: whose });
      }}
    />
  );
  const time = 'at' in until && (
    <TimeField
      value={until.at}
      onChange={(at) => {
        set({ ...until, at });
      }}
    />
  );
  return (
    <>
      <Words
        label={t('au.p.until')}
        words={waits}
        wordOf={(kind) => t(`au.p.until.${kind}`)}
        value={until.kind}
        onChange={(kind) => {
          set(freshUntil(kind));
        }}
      />
      {until.kind === 'duration' && (
        <DurationFields
          label={t('au.p.amount')}
          value={until}
          onChange={(lasting) => {
            set({ ...until, ...lasting });
          }}
        />
      )}
      {until.kind === 'weekday' && (
        <WeekdaysField
          label={t('au.p.weekdays')}
          value={until.days}
          error={wrong('until.days')}
          onChange={(days) => {
            set({ ...until, days });
          }}
        />
      )}
      {until.kind === 'date' && (
        <DayFields
          value={until.when}
          at="until.when"
          data={data}
          wrong={wrong}
          onChange={(when) => {
            set({ ...until, when });
          }}
        />
      )}
      {until.kind === 'event' && (
        <>
          <EventFields
            value={until.event}
            at="until.event"
            data={data}
            wrong={wrong}
            onChange={(event) => {
              set({ ...until, event });
            }}
          />
          <DurationFields
            label={t('au.p.atMost')}
            value={until.timeout}
            onChange={(timeout) => {
              set({ ...until, timeout });
            }}
          />
        </>
      )}
      {(time !== false || zone !== false) && (
        <div className="au-pair">
          {time}
          {zone}
        </div>
      )}
    </>
  );
}

const isClock = (check: Check): check is Extract<Check, { field: 'clock' }> => check.field === 'clock';
const freshClock: Check = { field: 'clock', zone: 'contact', hours: [], days: [], months: [], years: [], weekdays: [] };

function Condition({
  node,
  around: { data, wrong },
  put,
}: {
  readonly node: NodeOf<'Condition'>;
  readonly around: Around;
  readonly put: Put;
}) {
  const { checks } = node;
  const [building, build] = useState(false);
  const set = (groups: typeof checks.groups, match = checks.match) => {
    put({ ...node, checks: { match, groups: groups.filter(({ conditions }) => conditions.length > 0) } });
  };
  // Conditions of time stand in groups of their own; where somebody put them among others, these are only taken away.
  const isMixed = checks.groups.some(({ conditions }) => conditions.some(isClock) && !conditions.every(isClock));
  const ofContact = checks.groups.filter(({ conditions }) => !conditions.some(isClock));
  const clocks = checks.groups.filter(({ conditions }) => conditions.some(isClock));
  const change = (group: number, at: number, check: Check | null) => {
    set(
      checks.groups.map((one, index) =>
        index !== group ? one : (
          {
            ...one,
            conditions: one.conditions.flatMap((held, other) =>
              other !== at ? [held]
              : check === null ? []
              : [check],
            ),
          }
        ),
      ),
    );
  };
  const filter = { match: checks.match, groups: ofContact } as unknown as ContactFilter;
  return (
    <>
      <div className="au-checks" role="group" aria-label={t('au.p.checks')}>
        <span className="label">{t('au.p.checks')}</span>
        {wrong('checks') !== undefined && <span className="problem">{wrong('checks')}</span>}
        <ul>
          {checks.groups.map((group, at) => (
            <li key={at}>
              {at > 0 && <span className="faint">{t(checks.match === 'all' ? 'au.and' : 'au.or')}</span>}
              <ul className={checks.groups.length > 1 && group.conditions.length > 1 ? 'group' : ''}>
                {group.conditions.map((check, index) => (
                  <li key={index} className="check">
                    {index > 0 && <span className="faint">{t(group.match === 'all' ? 'au.and' : 'au.or')}</span>}
                    <span dir="auto">{checkWords(check, data.names)}</span>
                    <Tooltip label={t('au.p.removeCheck', { what: checkWords(check, data.names) })}>
                      <ActionIcon
                        size="sm"
                        aria-label={t('au.p.removeCheck', { what: checkWords(check, data.names) })}
                        onClick={() => {
                          change(at, index, null);
                        }}
                      >
                        <IconX size={13} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <div className="au-acts">
          {!isMixed && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFilter size={15} aria-hidden />}
              onClick={() => {
                build(true);
              }}
            >
              {t(ofContact.length === 0 ? 'au.p.addChecks' : 'au.p.changeChecks')}
            </Button>
          )}
          {checks.groups.length < 5 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                set([...checks.groups, { match: 'all', conditions: [freshClock] }]);
              }}
            >
              {t('au.p.addClock')}
            </Button>
          )}
        </div>
      </div>
      {checks.groups.map((group, at) =>
        group.conditions.map((check, index) =>
          isClock(check) ?
            <Clock
              key={`${at}.${index}`}
              value={check}
              error={wrong(`checks.groups.${at}.conditions.${index}`)}
              onChange={(changed) => {
                change(at, index, changed);
              }}
            />
          : null,
        ),
      )}
      <FilterDialog
        opened={building}
        filter={ofContact.length === 0 ? null : filter}
        data={data}
        apply={t('au.p.useChecks')}
        onApply={(applied) => {
          set(
            [...((applied?.groups ?? []) as unknown as typeof checks.groups), ...clocks].slice(0, 5),
            applied?.match ?? checks.match,
          );
        }}
        onClose={() => {
          build(false);
        }}
      />
    </>
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
function Clock({
  value,
  error,
  onChange,
}: {
  readonly value: Extract<Check, { field: 'clock' }>;
  readonly error: string | undefined;
  readonly onChange: (value: Check | null) => void;
}) {
  const year = new Date().getFullYear();
  const many = (
    field: 'hours' | 'days' | 'months' | 'years',
    label: string,
    among: readonly number[],
    wordOf: (one: number) => string,
  ) => (
    <MultiSelect
      label={label}
      data={among.map((one) => ({ value: String(one), label: wordOf(one) }))}
      value={value[field].map(String)}
      placeholder={value[field].length === 0 ? t('au.p.anyTime') : ''}
      searchable
      onChange={(chosen) => {
        onChange({ ...value, [field]: chosen.map(Number).sort((a, b) => a - b) });
      }}
    />
  );
  return (
    <fieldset className="au-clock">
      <legend>{t('au.p.clock')}</legend>
      {error !== undefined && <span className="problem">{error}</span>}
      {many('hours', t('au.p.clockHours'), range(0, 23), (hour) => `${String(hour).padStart(2, '0')}:00`)}
      <WeekdaysField
        label={t('au.p.weekdays')}
        value={value.weekdays}
        onChange={(weekdays) => {
          onChange({ ...value, weekdays });
        }}
      />
      {many('days', t('au.p.clockDays'), range(1, 31), String)}
      {many('months', t('au.p.clockMonths'), range(1, 12), monthName)}
      {many('years', t('au.p.clockYears'), range(year, year + automationModel.yearsAhead), String)}
      <ZoneField
        value={value.zone}
        onChange={(zone) => {
          onChange({ ...value, zone });
        }}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          onChange(null);
        }}
      >
        {t('au.p.dropClock')}
      </Button>
    </fieldset>
  );
}

function Question({
  node,
  around: { data, wrong },
  put,
}: {
  readonly node: NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>;
  readonly around: Around;
  readonly put: Put;
}) {
  return (
    <>
      {node.kind === 'CollectContactData' ?
        <FieldChoice
          label={t('au.p.keepIn')}
          value={node.field}
          data={data}
          error={wrong('field')}
          onChange={(field) => {
            if (field !== null) put({ ...node, field });
          }}
        />
      : <Choice
          label={t('au.p.keepPicture')}
          among={data.fields}
          value={node.fieldId}
          none={t('au.p.conversationOnly')}
          error={wrong('fieldId') ?? wrong('kind')}
          onChange={(fieldId) => {
            put({ ...node, fieldId });
          }}
        />
      }
      <Said
        label={t('au.p.question')}
        body={node.body}
        coupon={false}
        error={wrong('body')}
        onChange={(body) => {
          put({ ...node, body });
        }}
      />
      <Said
        label={t('au.p.again')}
        hint={t('au.p.againText')}
        body={node.again}
        coupon={false}
        error={wrong('again')}
        onChange={(again) => {
          put({ ...node, again });
        }}
      />
      <SendMeThis node={node} />
      <Words
        label={t('au.p.tries')}
        words={['1', '2', '3', '4', '5']}
        wordOf={(times) => t('au.p.times', { count: Number(times) })}
        value={String(node.tries) as '1'}
        onChange={(times) => {
          put({ ...node, tries: Number(times) });
        }}
      />
      <DurationFields
        label={t('au.p.patience')}
        value={node.patience}
        onChange={(patience) => {
          put({ ...node, patience });
        }}
      />
    </>
  );
}

function Split({ node, wrong, put }: { readonly node: NodeOf<'Split'>; readonly wrong: Wrong; readonly put: Put }) {
  const { shares, to } = node;
  /** Evenly again, the first take what is left over. */
  const even = (count: number) =>
    Array.from({ length: count }, (_, at) => Math.floor(100 / count) + (at < 100 % count ? 1 : 0));
  const { ways } = automationModel;
  return (
    <>
      {shares.map((share, at) => (
        <Amount
          key={ways[at]}
          label={t('au.p.share', { letter: ways[at]!.toUpperCase() })}
          value={share}
          to={99}
          error={at === 0 ? wrong('shares') : undefined}
          onChange={(value) => {
            const changed = shares.map((one, index) => (index === at ? value : one));
            // Of two, the other takes the rest.
            put({
              ...node,
              shares: shares.length === 2 ? shares.map((_, i) => (i === at ? value : 100 - value)) : changed,
            });
          }}
        />
      ))}
      <div className="au-acts">
        {shares.length < ways.length && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              put({ ...node, shares: even(shares.length + 1), to: { ...to, [ways[shares.length]!]: to.a } });
            }}
          >
            {t('au.p.addWay')}
          </Button>
        )}
        {shares.length > 2 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              put({ ...node, shares: even(shares.length - 1), to: { ...to, [ways[shares.length - 1]!]: null } });
            }}
          >
            {t('au.p.dropWay')}
          </Button>
        )}
      </div>
    </>
  );
}
