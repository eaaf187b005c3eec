import { plural } from '../plural.ts'

export const views = {
  'views.saved': 'Saved views',
  'views.none': 'A view keeps the search, filters and order that are shown under a name.',
  'views.new': 'Save what is shown as',
  'views.name': 'Name of the view',
  'views.replace': 'Replace',
  'views.rename': 'Rename {name}',
  'views.delete': 'Delete {name}',
  'views.taken': 'Another view has this name.',
  'views.full': plural({
    one: 'No more than {count} view is kept: delete one first.',
    other: 'No more than {count} views are kept: delete one first.',
  }),
  'views.columns': 'Columns',
  'views.allColumns': 'Show all',
  'views.rows': 'Rows',
  'views.comfortable': 'Comfortable',
  'views.compact': 'Compact',
}
