import './hooks.css';
import { ActionIcon, Autocomplete, Button, Select, Textarea, TextInput } from '@mantine/core';
import { IconKey, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import { type AutomationHook, hookTargets, valueAt } from '../../../../../api/contract/automation-hooks.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { CopyField } from '../../../../components/CopyField.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { useUses } from '../../../../components/UsedIn.tsx';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { here } from '../model.ts';
import { pathsIn } from '../../../../data/paths-in.ts';
import { addressOf, Secret } from './Secret.tsx';
import { t } from './texts.ts';

const list = `${here}/webhooks`;
const back = { href: list, label: t('au.w.back') };

/** /business/automations/webhooks/{id}: what was sent, where the contact stands in it, and what came of the last calls. */
export default function HookScreen() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/automations/webhooks/{id}', { params: { id } });
  if (error !== undefined)
    return (
      <div className="bk-page">
        <RecordHeader name={t('au.w.title')} back={back} />
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  return (
    <div className="bk-page">
      {data === undefined ?
        <>
          <RecordHeader name="…" back={back} />
          <FormGhost />
        </>
      : <Shown key={id} hook={data.data as AutomationHook} refresh={refresh} />}
    </div>
  );
}

function Shown({ hook, refresh }: { readonly hook: AutomationHook; readonly refresh: () => void }) {
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const [, go] = useLocation();
  const [asking, ask] = useState<'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [name, setName] = useState(hook.name ?? '');
  const params = { id: hook.id };
  const usesOf = useUses();
  const called = hook.name ?? t('au.w.unnamed');
  const close = () => {
    ask(null);
  };
  const rename = async () => {
    const wanted = name.trim() === '' ? null : name.trim();
    if (wanted === hook.name) return;
    await run(() => client.put('/automations/webhooks/{id}', { params, body: { name: wanted }, quiet: true }));
    await refreshAll('/automations/webhooks');
  };
  return (
    <>
      <RecordHeader name={called} back={back}>
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => {
            ask('rotate');
          }}
        >
          {t('au.w.rotate')}
        </Button>
        <RowMenu
          name={called}
          actions={[
            {
              id: 'delete',
              label: t('au.w.delete'),
              icon: IconTrash,
              danger: true,
              run: () => {
                ask('delete');
              },
            },
          ]}
        />
      </RecordHeader>
      <div className="au-hook">
        <section className="bk-card about">
          <div className="body">
            <TextInput
              label={t('au.w.name')}
              placeholder={t('au.w.namePlaceholder')}
              value={name}
              maxLength={80}
              onChange={(event) => {
                setName(event.currentTarget.value);
              }}
              onBlur={() => void rename()}
            />
            <div>
              <span className="label">{t('au.w.address')}</span>
              <CopyField label={t('au.w.address')} value={addressOf(hook.path)} />
            </div>
          </div>
        </section>
        <Mapping key={hook.heard_at} hook={hook} onSaved={refresh} />
        <Calls hook={hook} />
      </div>
      <ConfirmDialog
        opened={asking === 'rotate'}
        title={t('au.w.rotateTitle')}
        text={t('au.w.rotateText')}
        confirm={t('au.w.rotate')}
        onClose={close}
        onConfirm={async () => {
          const made = await run(() => client.post('/automations/webhooks/{id}/secret', { params, quiet: true }));
          if (made !== undefined) setSecret(made.data.secret);
        }}
      />
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('au.w.deleteTitle')}
        text={t('au.w.deleteText')}
        confirm={t('au.w.delete')}
        uses={usesOf('hook', params.id)}
        onClose={close}
        onConfirm={async () => {
          const evenIfUsed = usesOf('hook', params.id).length > 0 ? { query: { even_if_used: true } } : {};
          const gone = await run(() => client.delete('/automations/webhooks/{id}', { params, ...evenIfUsed }));
          if (gone === undefined) return;
          await refreshAll('/automations/webhooks', '/uses');
          go(list);
        }}
      />
      {secret !== null && (
        <Secret
          title={t('au.w.secretTitle')}
          text={t('au.w.secretText')}
          secret={secret}
          onClose={() => {
            setSecret(null);
          }}
        />
      )}
    </>
  );
}

interface Line {
  readonly path: string;
  /** `phone`, or the id of a custom field. */
  readonly to: string;
}
const isTarget = (to: string): to is (typeof hookTargets)[number] => (hookTargets as readonly string[]).includes(to);
const linesOf = (mapping: AutomationHook['mapping']): readonly Line[] =>
  mapping.length === 0 ?
    [
      { path: '', to: 'phone' },
      { path: '', to: 'first_name' },
    ]
  : mapping.map(({ path, to }) => ({ path, to: to.of === 'contact' ? to.name : to.id }));

function read(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

/** Where in what is sent the contact's fields stand, with what is found there. */
function Mapping({ hook, onSaved }: { readonly hook: AutomationHook; readonly onSaved: () => void }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const { data: own } = useRead('/custom-fields', { query: { per_page: 100 } });
  const [lines, setLines] = useState(() => linesOf(hook.mapping));
  const [pasted, paste] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const typed = useMemo(() => (pasted.trim() === '' ? null : read(pasted)), [pasted]);
  const sample = typed ?? hook.sample;
  const places = useMemo(() => pathsIn(sample), [sample]);
  const targets = [
    ...hookTargets.map((value) => ({ value, label: attributeLabel(value) })),
    ...(own?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const wordOf = (to: string): string => targets.find(({ value }) => value === to)?.label ?? to;
  const put = (at: number, line: Line | null) => {
    setProblem(null);
    setLines(
      lines.flatMap((one, index) =>
        index !== at ? [one]
        : line === null ? []
        : [line],
      ),
    );
  };
  const free = targets.find(({ value }) => lines.every(({ to }) => to !== value));
  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    const said = lines.filter(({ path }) => path.trim() !== '');
    if (!said.some(({ to }) => to === 'phone' || to === 'email')) {
      setProblem(t('au.w.needsWho'));
      return;
    }
    const mapping = said.map(({ path, to }) => ({
      path: path.trim(),
      to: isTarget(to) ? { of: 'contact' as const, name: to } : { of: 'custom' as const, id: to },
    }));
    setBusy(true);
    const done = await run(() =>
      client.put('/automations/webhooks/{id}', { params: { id: hook.id }, body: { mapping }, quiet: true }),
    );
    setBusy(false);
    if (done === undefined) return;
    toastSuccess(t('au.w.saved'));
    onSaved();
  };
  return (
    <>
      <section className="bk-card">
        <header>
          <h2>{t('au.w.sample')}</h2>
        </header>
        <div className="body">
          {hook.sample !== null && hook.sample !== undefined ?
            <>
              {hook.heard_at !== null && (
                <p className="muted">
                  <Instant at={hook.heard_at}>{t('au.w.sampleAt', { at: shortTime(hook.heard_at, style) })}</Instant>
                </p>
              )}
              <pre tabIndex={0} aria-label={t('au.w.sample')}>
                {JSON.stringify(hook.sample, null, 2)}
              </pre>
            </>
          : <p className="muted">{t(hook.mapping.length > 0 ? 'au.w.sampleMapped' : 'au.w.sampleNone')}</p>}
          <Textarea
            label={t('au.w.paste')}
            value={pasted}
            minRows={3}
            maxRows={10}
            autosize
            error={pasted.trim() !== '' && typed === null ? t('au.w.badJson') : null}
            onChange={(event) => {
              paste(event.currentTarget.value);
            }}
          />
        </div>
      </section>
      <section className="bk-card">
        <header>
          <h2>{t('au.w.mapping')}</h2>
        </header>
        <form className="body" onSubmit={(event) => void save(event)}>
          <p className="muted">{t('au.w.mappingText')}</p>
          <ul className="lines">
            {lines.map(({ path, to }, at) => {
              const found = sample === null || path === '' ? null : valueAt(sample, path.trim());
              return (
                <li key={at}>
                  <Select
                    aria-label={t('au.w.fieldAt', { number: at + 1 })}
                    data={targets}
                    value={to}
                    allowDeselect={false}
                    searchable={targets.length > 9}
                    onChange={(value) => {
                      if (value !== null) put(at, { path, to: value });
                    }}
                  />
                  <Autocomplete
                    aria-label={t('au.w.placeOf', { field: wordOf(to) })}
                    placeholder={t('au.w.place')}
                    data={places}
                    value={path}
                    maxLength={200}
                    onChange={(value) => {
                      put(at, { path: value, to });
                    }}
                  />
                  <ActionIcon
                    aria-label={t('au.w.dropField', { field: wordOf(to) })}
                    onClick={() => {
                      put(at, null);
                    }}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                  {sample !== null && sample !== undefined && path !== '' && (
                    <span className={found === null ? 'found bad' : 'found'} dir="auto">
                      {`${t('au.w.value')}: ${found ?? t('au.w.notFound')}`}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
          {problem !== null && (
            <p className="bad" role="alert">
              {problem}
            </p>
          )}
          <div className="acts">
            {free !== undefined && lines.length < 50 && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => {
                  setLines([...lines, { path: '', to: free.value }]);
                }}
              >
                {t('au.w.addField')}
              </Button>
            )}
            <Button type="submit" loading={busy}>
              {t('au.w.save')}
            </Button>
          </div>
        </form>
      </section>
    </>
  );
}

function Calls({ hook: { calls } }: { readonly hook: AutomationHook }) {
  const style = useDateStyle();
  return (
    <section className="bk-card calls">
      <header>
        <h2>{t('au.w.calls')}</h2>
      </header>
      <div className="body">
        {calls.length === 0 ?
          <p className="muted">{t('au.w.noCalls')}</p>
        : <ul>
            {calls.map(({ at, outcome, message, contact_id: contact }, index) => (
              <li key={index}>
                <span className="faint">
                  <Instant at={at}>{shortTime(at, style)}</Instant>
                </span>
                <span className={outcome === 'refused' ? 'bad' : ''}>
                  {t(`au.w.call.${outcome}`)}
                  {message !== null && `: ${message}`}
                </span>
                {contact !== null && <Link href={`/business/contacts/${contact}`}>{t('au.w.contact')}</Link>}
              </li>
            ))}
          </ul>
        }
      </div>
    </section>
  );
}
