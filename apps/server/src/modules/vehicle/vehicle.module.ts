/** Vehicles of the school. */
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { dueStates, insuranceTypes, vehicleStatuses, vehicleTypes } from '@khapdee/domain/vehicle'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands, labelChoices } from '../../kernel/crud.ts'
import { accountEntries, textChoices, textsOf, withAllOption } from '../catalogue.ts'
import { vehicleList, vehicleComputedColumns } from './vehicle-list.ts'

const texts = async (ctx: UserContext, column: string, standard?: readonly string[]) =>
  textChoices(await textsOf(ctx, 'vehicle', column, standard))

const typeChoices = (ctx: UserContext) => texts(ctx, 'type', vehicleTypes)

export const vehicleCommands: Command[] = [
  ...crudCommands({
    ...vehicleList,
    api: vehicle,
    computedColumns: vehicleComputedColumns,
    options: async (ctx) =>
      withAllOption({
        status: labelChoices(vehicleStatuses),
        type: await typeChoices(ctx),
        category: labelChoices(dueStates),
      }),
    unique: { vehicle_plate: 'no' },
    usedBy: async (ctx, id) => [await accountEntries(ctx, 'vehicle_id', id)],
  }),
  command(vehicle.list, async (ctx) => ({
    data: {
      status: labelChoices(vehicleStatuses),
      type: await typeChoices(ctx),
      brand: await texts(ctx, 'brand'),
      insurance_company: await texts(ctx, 'insurance_company'),
      insurance_type: await texts(ctx, 'insurance_type', insuranceTypes),
    },
  })),
]
