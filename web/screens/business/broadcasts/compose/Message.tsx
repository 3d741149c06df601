import { ActionIcon, Button, Select, Switch, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { mergeLabel } from '../../../../components/attributes/label.ts';
import { mergeFieldsOf } from '../../../../../api/contract/email-design.ts';
import type { BroadcastContent, MessageCredit } from '../../../../../api/contract/broadcasts.ts';
import { fieldsIn, readTemplate } from '../../../../../api/contract/personalization.ts';
import { useApp } from '../../../../session/context.tsx';
import { Section } from '../../../../components/form/Form.tsx';
import { count } from '../../../../format/number.ts';
import { useProfile } from '../../../../session/profile.tsx';
import { letter } from '../presentation.tsx';
import { maybe, t } from '../texts.ts';
import { CampaignChoice } from './CampaignChoice.tsx';
import { EmailBox } from './Email.tsx';
import { hiddenFor } from './MergeMenu.tsx';
import { TextBox } from './TextBox.tsx';
import { useDesign } from './useDesign.ts';
import type { Drafting, Draft } from './useDraft.ts';

/** As many ways to say it as can be compared. */
const maxVariants = 4;
const hoursOfTest = [1, 2, 4, 8, 12, 24] as const;
/** Below so many recipients a variant’s figures are chance more often than not. */
const shares = [10, 20, 30, 50, 100] as const;
/** What ends a text that nobody asked for (CTIA Messaging Principles 5.1). */
const saysStop = /\bstop\b/i;

/** Answers to an email go to the business's mailbox, which is not read here. */
const comparable = (type: Draft['type']) =>
  type === 'email' ? (['clicks', 'redemptions'] as const) : (['clicks', 'replies', 'redemptions'] as const);

export function MessageSection({
  id,
  draft,
  change,
  save,
  variant,
  onVariant,
  missing,
  looked,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly save: Drafting['save'];
  readonly variant: number;
  readonly onVariant: (variant: number) => void;
  readonly missing: MessageCredit['data']['missing'];
  readonly looked: number;
}) {
  const { contents, test } = draft;
  const { client, run } = useApp();
  const mayPicture = useProfile().business?.is_active_mms === true;
  const content = contents[variant]!;
  const { design } = useDesign(content.kind === 'mail' ? content : null);
  const put = (next: BroadcastContent) => {
    const replaced = contents.map((one, index) => (index === variant ? next : one));
    const pictures = replaced.some((one) => one.kind === 'text' && one.media.length > 0);
    change({ contents: replaced, ...(draft.type === 'email' ? {} : { type: pictures ? 'mms' : 'sms' }) });
  };
  const add = async () => {
    const next = content.kind === 'mail' ? await withOwnDesign(content) : content;
    if (next === undefined) return;
    change({ contents: [...contents, next], test: test ?? { share: 20, by: 'clicks', hours: 4 } });
    onVariant(contents.length);
  };
  /** Another variant looks like this one at first, and is changed by itself. */
  const withOwnDesign = (email: Extract<BroadcastContent, { kind: 'mail' }>) =>
    run(async (): Promise<BroadcastContent> => {
      if (email.design_id === null) return email;
      const { data } = await client.post('/email-templates/{id}/duplicate', {
        params: { id: email.design_id },
        body: { kind: 'broadcast' },
        quiet: true,
      });
      return { ...email, design_id: data.id };
    });
  const drop = () => {
    const rest = contents.filter((_, index) => index !== variant);
    change({ contents: rest, ...(rest.length === 1 ? { test: null } : {}) });
    onVariant(Math.max(0, variant - 1));
  };
  return (
    <Section title={t('bc.message.title')} text={t(draft.type === 'email' ? 'bc.mail.text' : 'bc.message.text')}>
      <div className="bc-variants" role="group" aria-label={t('bc.message.variants')}>
        {contents.length > 1 &&
          contents.map((_, index) => (
            <Button
              key={index}
              size="compact-sm"
              variant={index === variant ? 'light' : 'subtle'}
              color={index === variant ? 'brand' : 'gray'}
              aria-pressed={index === variant}
              onClick={() => {
                onVariant(index);
              }}
            >
              {t('bc.message.variant', { letter: letter(index) })}
            </Button>
          ))}
        {contents.length < maxVariants && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => void add()}
          >
            {contents.length === 1 ? t('bc.message.test') : t('bc.message.addVariant')}
          </Button>
        )}
        {contents.length > 1 && (
          <Tooltip label={t('bc.message.dropVariant', { letter: letter(variant) })}>
            <ActionIcon aria-label={t('bc.message.dropVariant', { letter: letter(variant) })} onClick={drop}>
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {content.kind === 'text' ?
        <TextBox
          key={variant}
          content={content}
          put={put}
          hidden={hiddenFor(draft.campaign_id)}
          pictures={mayPicture}
        />
      : <EmailBox
          key={variant}
          id={id}
          variant={variant}
          content={content}
          campaignId={draft.campaign_id}
          put={put}
          save={save}
        />
      }
      <CampaignChoice
        value={draft.campaign_id}
        fields={[
          ...contents.flatMap((one) => (one.kind === 'text' ? fieldsIn(readTemplate(one.body).parts) : [])),
          ...(design === null ? [] : mergeFieldsOf(design)),
        ]}
        onChange={(campaign_id) => {
          change({ campaign_id });
        }}
      />
      {missing.length > 0 && (
        <p className="bc-hint warn">
          {missing
            .map(({ field, count: gaps }) =>
              t('bc.message.missing', {
                field: mergeLabel(field) ?? maybe(`merge.${field}`) ?? field,
                count: gaps,
                of: count(looked),
                tag: `{{${field}|…}}`,
              }),
            )
            .join(' ')}
        </p>
      )}
      {content.kind === 'text' && !saysStop.test(content.body) && content.body.trim() !== '' && (
        <p className="bc-hint">
          {t('bc.message.stopHint')}{' '}
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => {
              put({ ...content, body: `${content.body.trimEnd()} ${t('bc.message.stopWords')}` });
            }}
          >
            {t('bc.message.addStop')}
          </Button>
        </p>
      )}
      <Switch
        label={t(draft.type === 'email' ? 'bc.mail.countClicks' : 'bc.message.shortLinks')}
        description={t('bc.message.shortLinksText')}
        checked={draft.short_links}
        onChange={(event) => {
          change({ short_links: event.currentTarget.checked });
        }}
      />
      {test !== null && (
        <div className="bc-test">
          <Select
            label={t('bc.test.by')}
            value={test.by}
            allowDeselect={false}
            data={comparable(draft.type).map((value) => ({ value, label: t(`bc.test.by.${value}`) }))}
            onChange={(by) => {
              if (by !== null) change({ test: { ...test, by } });
            }}
          />
          <Select
            label={t('bc.test.share')}
            value={String(test.share)}
            allowDeselect={false}
            data={shares.map((share) => ({
              value: String(share),
              label: share === 100 ? t('bc.test.all') : t('bc.test.shareOf', { share }),
            }))}
            onChange={(share) => {
              if (share !== null) change({ test: { ...test, share: Number(share) } });
            }}
          />
          {test.share < 100 && (
            <Select
              label={t('bc.test.hours')}
              value={String(test.hours)}
              allowDeselect={false}
              data={hoursOfTest.map((hours) => ({ value: String(hours), label: t('bc.test.after', { count: hours }) }))}
              onChange={(hours) => {
                if (hours !== null) change({ test: { ...test, hours: Number(hours) } });
              }}
            />
          )}
          <p className="bc-hint">{test.share === 100 ? t('bc.test.lesson') : t('bc.test.honest')}</p>
        </div>
      )}
    </Section>
  );
}
