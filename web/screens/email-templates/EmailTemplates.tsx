import './email-templates.css';
import { Button } from '@mantine/core';
import { IconCopy, IconEdit, IconMail, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { EmailTemplate } from '../../../api/contract/email-templates.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { DataList } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Instant } from '../../components/Instant.tsx';
import { useList } from '../../components/list.ts';
import { ListSearch, NoMatch } from '../../components/ListTools.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { TwoLines } from '../../components/Tile.tsx';
import { useUses, withUses } from '../../components/UsedIn.tsx';
import { listTime } from '../../format/date.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { storedDesign } from '../../email-editor/design.ts';
import { useFilled } from '../../email-editor/filled.ts';
import { Thumb } from '../../email-editor/Thumb.tsx';
import { Gallery } from './Gallery.tsx';
import { useHere } from './here.ts';
import { t } from './texts.ts';

const path = '/email-templates';
const start = { sortBy: 'updated_at', sortDesc: true, sortable: ['name', 'updated_at'] } as const;

/** /business/settings/email-templates, /agency/email-templates */
export default function EmailTemplates() {
  const { client, run } = useApp();
  const { here, isAgency } = useHere();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const style = useDateStyle();
  const filled = useFilled();
  const list = useList(path, start);
  const usesOf = useUses(!isAgency);
  const [gallery, setGallery] = useState(false);
  const [deleting, setDeleting] = useState<EmailTemplate | null>(null);
  const mayChange = ({ owner }: EmailTemplate) => isAgency || owner === 'business';
  const copy = (id: string) =>
    run(async () => {
      const { data } = await client.post('/email-templates/{id}/duplicate', { params: { id }, body: {} });
      await refresh(path);
      go(`${here}/${data.id}/edit`);
    });
  return (
    <div className="bk-page">
      <PageHeader title={t('et.title')}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setGallery(true);
          }}
        >
          {t('et.new')}
        </Button>
      </PageHeader>
      <p className="muted et-text">{t(isAgency ? 'et.textAgency' : 'et.text')}</p>
      <ListSearch label={t('et.search')} list={list} />
      <DataList<EmailTemplate>
        label={t('et.title')}
        list={list}
        keyOf={({ id }) => id}
        href={({ id }) => `${here}/${id}/edit`}
        openLabel={({ name }) => t('et.open', { name })}
        actions={(template) => (
          <RowMenu
            name={t('et.of', { name: template.name })}
            actions={[
              ...(mayChange(template) ?
                [
                  {
                    id: 'edit',
                    label: t('et.edit'),
                    icon: IconEdit,
                    run: () => {
                      go(`${here}/${template.id}/edit`);
                    },
                  },
                ]
              : []),
              {
                id: 'copy',
                label: t(mayChange(template) ? 'et.duplicate' : 'et.copy'),
                icon: IconCopy,
                run: () => {
                  void copy(template.id);
                },
              },
              ...(mayChange(template) ?
                [
                  {
                    id: 'delete',
                    label: t('et.delete'),
                    icon: IconTrash,
                    danger: true,
                    run: () => {
                      setDeleting(template);
                    },
                  },
                ]
              : []),
            ]}
          />
        )}
        columns={[
          {
            id: 'name',
            title: t('et.name'),
            sort: 'name',
            cell: (template) => (
              <span className="et-row">
                <span className="et-small">
                  <Thumb design={storedDesign(template)} />
                </span>
                <TwoLines
                  main={template.name}
                  sub={withUses(filled(template.subject), usesOf('design', template.id))}
                />
              </span>
            ),
          },
          ...(isAgency ?
            []
          : [
              {
                id: 'owner',
                title: t('et.owner'),
                width: 160,
                cell: ({ owner }: EmailTemplate) => t(`et.owner.${owner}`),
              },
            ]),
          {
            id: 'updated',
            title: t('et.updated'),
            sort: 'updated_at',
            width: 180,
            cell: ({ updated_at: at }) => <Instant at={at}>{listTime(at, style, new Date())}</Instant>,
          },
        ]}
        card={(template) => (
          <TwoLines main={template.name} sub={withUses(filled(template.subject), usesOf('design', template.id))} />
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('et.noMatch')} list={list} />
          : <EmptyState icon={IconMail} title={t('et.none')} text={t('et.noneText')}>
              <Button
                variant="default"
                onClick={() => {
                  setGallery(true);
                }}
              >
                {t('et.first')}
              </Button>
            </EmptyState>
        }
      />
      {gallery && (
        <Gallery
          onClose={() => {
            setGallery(false);
          }}
          onPick={({ name, subject, design }) =>
            run(async () => {
              const { data } = await client.post('/email-templates', {
                body: { name, subject, kind: 'mail', design: { ...design } },
                quiet: true,
              });
              await refresh(path);
              go(`${here}/${data.id}/edit`);
            })
          }
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={t('et.deleteTitle', { name: deleting?.name ?? '' })}
        text={t('et.deleteText')}
        confirm={t('et.delete')}
        uses={usesOf('design', deleting?.id)}
        onConfirm={() =>
          run(async () => {
            if (deleting === null) return;
            const { id } = deleting;
            const evenIfUsed = usesOf('design', id).length > 0 ? { query: { even_if_used: true } } : {};
            await client.delete('/email-templates/{id}', { params: { id }, ...evenIfUsed });
            await refresh(path, '/uses');
          })
        }
        onClose={() => {
          setDeleting(null);
        }}
      />
    </div>
  );
}
