import { type Aggregate, unchanged } from '../../kernel/decider.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { AgencyId, BusinessId, ReportViewId, UserId } from '../../kernel/ids.ts';
import { DefaultReportViewChosen, ReportViewDeleted, type ReportViewEvent, ReportViewSaved } from './events.ts';
import { maxViews, type ReportScreen, viewQuery } from './fields.ts';

export interface ReportView {
  readonly viewId: ReportViewId;
  readonly userId: UserId;
  readonly screen: ReportScreen;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}
/** The views of everyone in a business, an agency, or the platform. */
export interface ReportViews {
  readonly views: ReadonlyMap<ReportViewId, ReportView>;
  /** Ids that were deleted: they don't come back. */
  readonly deleted: ReadonlySet<ReportViewId>;
  /** By person and screen. */
  readonly defaults: ReadonlyMap<string, ReportViewId>;
}
const defaultKey = (userId: string, screen: ReportScreen): string => `${userId} ${screen}`;

export const ReportViews: Aggregate<ReportViews, ReportViewEvent> = {
  initial: { views: new Map(), deleted: new Set(), defaults: new Map() },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ReportViewSaved': {
        const { viewId, userId, screen, name, query, shared } = event.data;
        const view = { viewId, userId, screen, name, query, shared };
        return { ...state, views: new Map(state.views).set(viewId, view) };
      }
      case 'ReportViewDeleted': {
        const views = new Map(state.views);
        views.delete(event.data.viewId);
        return { ...state, views, deleted: new Set(state.deleted).add(event.data.viewId) };
      }
      case 'DefaultReportViewChosen': {
        const { userId, screen, viewId } = event.data;
        const defaults = new Map(state.defaults);
        if (viewId === null) defaults.delete(defaultKey(userId, screen));
        else defaults.set(defaultKey(userId, screen), viewId);
        return { ...state, defaults };
      }
      default:
        return unchanged(state, event);
    }
  },
};

/** A person at work for a business, an agency or the platform. */
export interface Viewer {
  readonly userId: UserId;
  readonly agencyId: AgencyId | null;
  readonly businessId: BusinessId | null;
}

/** What this person sees: their own views and those that are shared, by name. */
export const viewsOf = (userId: string, { views, defaults }: ReportViews) =>
  [...views.values()]
    .filter((view) => view.shared || view.userId === userId)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map((view) => ({
      ...view,
      own: view.userId === userId,
      isDefault: defaults.get(defaultKey(userId, view.screen)) === view.viewId,
    }));

const missing = (): DomainError => new DomainError('not_found', 'This view does not exist.');

/** Saves a new view, or changes one's own. Throws `validation_failed` for a name that another one they see has. */
export function saveView(
  { viewer, ...given }: Omit<ReportView, 'userId'> & { readonly viewer: Viewer },
  state: ReportViews,
): readonly ReportViewEvent[] {
  const before = state.views.get(given.viewId);
  if (state.deleted.has(given.viewId)) throw missing();
  if (before !== undefined && before.userId !== viewer.userId) throw missing();
  const wanted = { ...given, query: viewQuery(given.screen, given.query) };
  const others = viewsOf(viewer.userId, state).filter(({ viewId }) => viewId !== given.viewId);
  const isTaken = others.some(
    ({ screen, name }) => screen === given.screen && name.toLowerCase() === given.name.toLowerCase(),
  );
  if (isTaken) {
    const message = 'Another view has this name.';
    throw new DomainError('validation_failed', message, { name: [message] });
  }
  if (before === undefined && others.length >= maxViews)
    throw new DomainError('conflict', `You can have at most ${maxViews} views. Delete one first.`);
  if (
    before !== undefined &&
    (Object.keys(wanted) as (keyof typeof wanted)[]).every((name) => before[name] === wanted[name])
  )
    return [];
  return [ReportViewSaved.create({ ...viewer, ...wanted })];
}

/** Deletes one's own view, or one that is shared: who made it may have left. */
export function deleteView(
  { viewer, viewId }: { readonly viewer: Viewer; readonly viewId: ReportViewId },
  { views, deleted }: ReportViews,
): readonly ReportViewEvent[] {
  const view = views.get(viewId);
  if (view === undefined && deleted.has(viewId)) return [];
  if (view === undefined || (!view.shared && view.userId !== viewer.userId)) throw missing();
  return [ReportViewDeleted.create({ ...viewer, viewId })];
}

/** Chooses what a report opens with for this person; null: without a view. */
export function chooseDefaultView(
  given: { readonly viewer: Viewer; readonly screen: ReportScreen; readonly viewId: ReportViewId | null },
  state: ReportViews,
): readonly ReportViewEvent[] {
  const { viewer, screen, viewId } = given;
  const view = viewId === null ? null : state.views.get(viewId);
  if (
    view === undefined ||
    (view !== null && (view.screen !== screen || (!view.shared && view.userId !== viewer.userId)))
  )
    throw missing();
  if ((state.defaults.get(defaultKey(viewer.userId, screen)) ?? null) === viewId) return [];
  return [DefaultReportViewChosen.create({ ...viewer, screen, viewId })];
}
