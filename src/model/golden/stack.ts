// Tables of the model shop, version 1.
import * as cdk from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as backup from "aws-cdk-lib/aws-backup";
import * as events from "aws-cdk-lib/aws-events";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

export class ShopStack extends cdk.Stack {
  constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);

    const tableShop = new dynamodb.TableV2(this, "Shop", {
      tableName: "shop",
      partitionKey: { name: "PK", type: dynamodb.AttributeType.STRING },
      sortKey: { name: "SK", type: dynamodb.AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: "GSI1",
          partitionKey: { name: "GSI1PK", type: dynamodb.AttributeType.STRING },
          sortKey: { name: "GSI1SK", type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.ALL,
        },
        {
          indexName: "ByPlace",
          partitionKeys: [{ name: "Country", type: dynamodb.AttributeType.STRING }, { name: "City", type: dynamodb.AttributeType.STRING }],
          sortKey: { name: "Total", type: dynamodb.AttributeType.NUMBER },
          projectionType: dynamodb.ProjectionType.INCLUDE,
          nonKeyAttributes: ["Status"],
        },
      ],
      localSecondaryIndexes: [
        {
          indexName: "ByDate",
          sortKey: { name: "PlacedAt", type: dynamodb.AttributeType.STRING },
          projectionType: dynamodb.ProjectionType.KEYS_ONLY,
        },
      ],
      billing: dynamodb.Billing.provisioned({
        readCapacity: dynamodb.Capacity.fixed(100),
        writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 50, maxCapacity: 50 }),
      }),
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: "ExpiresAt",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
      deletionProtection: true,
      tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,
      removalPolicy: cdk.RemovalPolicy.RETAIN,
    });

    const backupsShop = new backup.BackupPlan(this, "ShopBackups", {
      backupPlanRules: [new backup.BackupPlanRule({
        scheduleExpression: events.Schedule.expression("cron(0 5 ? * * *)"),
        deleteAfter: cdk.Duration.days(35),
      })],
    });
    backupsShop.addSelection("Tables", { resources: [backup.BackupResource.fromArn(tableShop.tableArn)] });

    new cloudwatch.Alarm(this, "ShopThrottled", {
      alarmName: "shop-Throttled",
      metric: new cloudwatch.MathExpression({
        expression: "SUM(METRICS())",
        period: cdk.Duration.seconds(300),
        usingMetrics: {
          m0: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "GetItem" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m1: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "BatchGetItem" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m2: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "Query" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m3: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "Scan" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m4: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "TransactGetItems" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m5: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "PutItem" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m6: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "UpdateItem" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m7: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "DeleteItem" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m8: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "BatchWriteItem" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
          m9: new cloudwatch.Metric({ namespace: "AWS/DynamoDB", metricName: "ThrottledRequests", dimensionsMap: { TableName: tableShop.tableName, Operation: "TransactWriteItems" }, statistic: "Sum", period: cdk.Duration.seconds(300) }),
        },
      }),
      threshold: 10.000,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
  }
}
