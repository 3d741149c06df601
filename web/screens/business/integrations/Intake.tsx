import { ActionIcon, Autocomplete, Button, Code, Group, Select } from '@mantine/core';
import { IconDownload, IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { hookTargets, valueAt } from '../../../../api/contract/automation-hooks.ts';
import type { Integration, IntegrationIntake } from '../../../../api/contract/integrations.ts';
import { attributeLabel } from '../../../components/attributes/label.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { CopyField } from '../../../components/CopyField.tsx';
import { Section } from '../../../components/form/Form.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { useRead } from '../../../data/read.ts';
import { saveAs } from '../../../data/save-as.ts';
import { listTime } from '../../../format/date.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { pathsIn } from '../../../data/paths-in.ts';
import { t } from './texts.ts';

type Given = IntegrationIntake['data'];
type Rule = Given['mapping'][number]['rule'];
interface Line {
  readonly path: string;
  /** A contact's field by its name in the API, or the id of a custom field. */
  readonly to: string;
  readonly rule: Rule;
}
const rules = ['overwrite', 'fill', 'never'] as const;
const isTarget = (to: string): to is (typeof hookTargets)[number] => (hookTargets as readonly string[]).includes(to);

/** What comes in: where it is sent, which campaign people enter, which field comes from where, and the last calls. */
export function IntakeSections({ of }: { readonly of: Integration }) {
  const { data, refresh } = useRead('/integrations/{id}/intake', { params: { id: of.id } });
  if (data === undefined) return null;
  const given = data.data;
  return (
    <>
      {given.inbound !== null && <Address of={of} inbound={given.inbound} onChanged={refresh} />}
      <Fields key={JSON.stringify([given.mapping, given.campaigns])} of={of} given={given} onSaved={refresh} />
      {given.inbound !== null && <Calls calls={given.calls} />}
    </>
  );
}

function Address({
  of: { id, type },
  inbound: { url, key, snippet, plugin },
  onChanged,
}: {
  readonly of: Integration;
  readonly inbound: NonNullable<Given['inbound']>;
  readonly onChanged: () => void;
}) {
  const { client, run } = useApp();
  const [asking, ask] = useState(false);
  return (
    <Section title={t('integrations.address')} text={t(`integrations.addressText.${type === 'cms' ? 'cms' : 'api'}`)}>
      <div className="bk-stack">
        <div>
          <span className="label">{t('integrations.url')}</span>
          <CopyField label={t('integrations.url')} value={url} />
        </div>
        <div>
          <span className="label">{t('integrations.ownKey')}</span>
          <CopyField label={t('integrations.ownKey')} value={key} shown={`${key.slice(0, 6)}…`} />
        </div>
        {type === 'cms' && (
          <div>
            <span className="label">{t('integrations.snippet')}</span>
            <CopyField label={t('integrations.snippet')} value={snippet} shown={t('integrations.snippetShown')} />
          </div>
        )}
        <Group gap="xs">
          {type === 'cms' && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => {
                saveAs('signup-form.php', 'application/x-php', plugin);
              }}
            >
              {t('integrations.plugin')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={() => {
              ask(true);
            }}
          >
            {t('integrations.rotate')}
          </Button>
        </Group>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('integrations.rotateTitle')}
        text={t('integrations.rotateText')}
        confirm={t('integrations.rotate')}
        onClose={() => {
          ask(false);
        }}
        onConfirm={() =>
          run(async () => {
            await client.post('/integrations/{id}/key', { params: { id }, quiet: true });
            onChanged();
          })
        }
      />
    </Section>
  );
}

/** Which campaign people enter, and which field comes from where, with what was found there last. */
function Fields({
  of: { id, type },
  given,
  onSaved,
}: {
  readonly of: Integration;
  readonly given: Given;
  readonly onSaved: () => void;
}) {
  const { client, run } = useApp();
  const { data: own } = useRead('/custom-fields', { query: { per_page: 100 } });
  const { data: campaigns } = useRead('/campaigns', { query: { per_page: 100 } });
  const [campaign, setCampaign] = useState(given.campaigns.find(({ part }) => part === '')?.campaign_id ?? null);
  const [lines, setLines] = useState<readonly Line[]>(() =>
    given.mapping.map(({ path, to, rule }) => ({ path, rule, to: to.of === 'contact' ? to.name : to.id })),
  );
  const [busy, setBusy] = useState(false);
  const places = pathsIn(given.sample);
  const targets = [
    ...hookTargets.map((value) => ({ value: value as string, label: attributeLabel(value) })),
    ...(own?.data ?? []).map(({ id: value, name: label }) => ({ value, label })),
  ];
  const put = (at: number, line: Line | null) => {
    setLines(lines.flatMap((one, index) => (index !== at ? [one] : (line ?? []))));
  };
  const free = targets.find(({ value }) => lines.every(({ to }) => to !== value));
  const save = async () => {
    setBusy(true);
    const others = given.campaigns.filter(({ part }) => part !== '');
    const body = {
      mapping: lines
        .filter(({ path }) => path.trim() !== '')
        .map(({ path, to, rule }) => ({
          path: path.trim(),
          to: isTarget(to) ? { of: 'contact' as const, name: to } : { of: 'custom' as const, id: to },
          rule,
        })),
      campaigns: [...others, ...(campaign === null ? [] : [{ part: '', campaign_id: campaign }])],
    };
    const saved = await run(() => client.put('/integrations/{id}/intake', { params: { id }, body, quiet: true }));
    setBusy(false);
    if (saved === undefined) return;
    toastSuccess(t('integrations.saved'));
    onSaved();
  };
  return (
    <Section title={t('integrations.fields')} text={t('integrations.fieldsText')}>
      <div className="bk-stack">
        <Select
          label={t('integrations.campaign')}
          placeholder={t('integrations.noCampaign')}
          clearable
          data={(campaigns?.data ?? [])
            .filter((one) => one.type === type)
            .map(({ id: value, name: label }) => ({ value, label }))}
          value={campaign}
          onChange={setCampaign}
        />
        {lines.map((line, at) => (
          <Group key={at} gap="xs" align="end" className="bk-intake-line">
            <Autocomplete
              label={t('integrations.path')}
              data={places}
              value={line.path}
              onChange={(path) => {
                put(at, { ...line, path });
              }}
            />
            <Select
              label={t('integrations.to')}
              data={targets}
              value={line.to}
              allowDeselect={false}
              onChange={(to) => {
                if (to !== null) put(at, { ...line, to });
              }}
            />
            <Select
              label={t('integrations.rule')}
              data={rules.map((value) => ({ value, label: t(`integrations.rule.${value}`) }))}
              value={line.rule}
              allowDeselect={false}
              onChange={(rule) => {
                if (rule !== null) put(at, { ...line, rule });
              }}
            />
            <span className="muted" dir="auto">
              {valueAt(given.sample, line.path) ?? ''}
            </span>
            <ActionIcon
              aria-label={t('integrations.removeLine', { path: line.path })}
              onClick={() => {
                put(at, null);
              }}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {lines.length === 0 && <p className="muted">{t('integrations.byName')}</p>}
        {given.sample != null && (
          <div>
            <span className="label">{t('integrations.sample')}</span>
            <Code block>{JSON.stringify(given.sample, null, 2)}</Code>
          </div>
        )}
        <Group gap="xs">
          {free !== undefined && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => {
                setLines([...lines, { path: '', to: free.value, rule: 'overwrite' }]);
              }}
            >
              {t('integrations.addLine')}
            </Button>
          )}
          <Button loading={busy} onClick={() => void save()}>
            {t('integrations.saveFields')}
          </Button>
        </Group>
      </div>
    </Section>
  );
}

const shownCalls = 10;
function Calls({ calls }: { readonly calls: Given['calls'] }) {
  const style = useDateStyle();
  return (
    <Section title={t('integrations.calls')} text={t('integrations.callsText')}>
      {calls.length === 0 ?
        <p className="muted">{t('integrations.noCalls')}</p>
      : <ul className="bk-integrations-seen">
          {calls.slice(0, shownCalls).map(({ at, outcome, message }, nth) => (
            <li key={`${at} ${nth}`}>
              <Instant at={at}>{listTime(at, style, new Date())}</Instant> · {t(`integrations.call.${outcome}`)}
              {message === null ? '' : ` · ${message}`}
            </li>
          ))}
        </ul>
      }
    </Section>
  );
}
