import { ActivityList } from '../../api/contract/activity.ts';
import { AgencyList, AgencyReply } from '../../api/contract/agencies.ts';
import { AgencyAnalytics } from '../../api/contract/agency-own.ts';
import { LegalPagesReply } from '../../api/contract/business-settings.ts';
import {
  BusinessInfo,
  BusinessList,
  BusinessReply,
  TemplateList,
  UniqueIdReply,
} from '../../api/contract/businesses.ts';
import { ValidateEmailReply } from '../../api/contract/passwords.ts';
import { UserList } from '../../api/contract/users.ts';
import { WhitelabelList } from '../../api/contract/whitelabels.ts';
import { withQuery } from './client.ts';
import { useRead } from './read.ts';

/** What a list is asked for. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly search: string;
  readonly sortBy: string;
  readonly sortDesc: boolean;
  readonly status?: string | null;
  readonly filter?: Readonly<Record<string, string | null>>;
}
const listQuery = (query: ListQuery) => ({
  ...query.filter,
  page: query.page,
  per_page: query.perPage,
  search: query.search,
  status: query.status,
  sort_by: query.sortBy,
  sort_desc: query.sortDesc ? '1' : '0',
});
const asList = { keepPrevious: true, cancelable: true } as const;

export const useAgencies = (query: ListQuery) => useRead(withQuery('/agencies', listQuery(query)), AgencyList, asList);
export const useAgency = (id: string) => useRead(`/agencies/${id}`, AgencyReply);
/** Agencies by part of their name, for choosing one. */
export const useAgencyOptions = (search: string, active = true) =>
  useRead(
    active ? withQuery('/agencies', { per_page: 20, search, status: 'active', sort_by: 'name', sort_desc: '0' }) : null,
    AgencyList,
    asList,
  );

export const useBusinesses = (query: ListQuery) =>
  useRead(withQuery('/businesses', listQuery(query)), BusinessList, asList);
export const useBusiness = (id: string) => useRead(`/businesses/${id}`, BusinessReply);
export const useBusinessInfo = (id: string | null) => useRead(id && `/businesses/${id}/info`, BusinessInfo);
export const useUniqueId = (id: string | null) => useRead(id && `/businesses/${id}/unique-id`, UniqueIdReply);
export const useTemplates = (active = true) => useRead(active ? '/businesses/templates' : null, TemplateList);
export const useLegalPages = () => useRead('/businesses/legal-pages', LegalPagesReply);

export const useUsers = (query: ListQuery) => useRead(withQuery('/users', listQuery(query)), UserList, asList);
export const useWhitelabels = (query: ListQuery) =>
  useRead(withQuery('/whitelabels', listQuery(query)), WhitelabelList, asList);
export const useAgencyAnalytics = (range: { readonly from: string; readonly to: string }) =>
  useRead(withQuery('/agencies/analytics', { date_range: `${range.from},${range.to}` }), AgencyAnalytics, {
    keepPrevious: true,
  });
export const useActivity = (
  query: { readonly agency_id?: string; readonly business_id?: string; readonly user_id?: string },
  page: number,
) => useRead(withQuery('/activity', { ...query, page }), ActivityList, asList);
/** About an address's form and domain; null: not asked. */
export const useEmailCheck = (email: string | null) =>
  useRead(email && withQuery('/validate-email', { email }), ValidateEmailReply, { swr: { revalidateOnFocus: false } });
