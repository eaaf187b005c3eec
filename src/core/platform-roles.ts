/**
 * The two roles of the platform, under the same ids in every installation, so that the database itself can hold that nobody is a
 * second SuperAdmin (index `accounts_superadmin`, which names the id).
 */
export const superAdminRoleId = '018bcfe5-6800-7000-8000-000000000001'
export const platformViewerRoleId = '018bcfe5-6800-7000-8000-000000000002'
