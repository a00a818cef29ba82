# Tables of the model shop, version 1.
terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
      version = ">= 6.29"
    }
  }
}

resource "aws_dynamodb_table" "shop" {
  name = "shop"
  billing_mode = "PROVISIONED"
  read_capacity = 100
  write_capacity = 50
  hash_key = "PK"
  range_key = "SK"
  attribute {
    name = "PK"
    type = "S"
  }
  attribute {
    name = "SK"
    type = "S"
  }
  attribute {
    name = "GSI1PK"
    type = "S"
  }
  attribute {
    name = "GSI1SK"
    type = "S"
  }
  attribute {
    name = "Country"
    type = "S"
  }
  attribute {
    name = "City"
    type = "S"
  }
  attribute {
    name = "Total"
    type = "N"
  }
  attribute {
    name = "PlacedAt"
    type = "S"
  }
  global_secondary_index {
    name = "GSI1"
    hash_key = "GSI1PK"
    range_key = "GSI1SK"
    projection_type = "ALL"
    read_capacity = 100
    write_capacity = 50
  }
  global_secondary_index {
    name = "ByPlace"
    key_schema {
      attribute_name = "Country"
      key_type = "HASH"
    }
    key_schema {
      attribute_name = "City"
      key_type = "HASH"
    }
    key_schema {
      attribute_name = "Total"
      key_type = "RANGE"
    }
    projection_type = "INCLUDE"
    non_key_attributes = ["Status"]
    read_capacity = 100
    write_capacity = 50
  }
  local_secondary_index {
    name = "ByDate"
    range_key = "PlacedAt"
    projection_type = "KEYS_ONLY"
  }
  stream_enabled = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  deletion_protection_enabled = true
  table_class = "STANDARD_INFREQUENT_ACCESS"
  ttl {
    attribute_name = "ExpiresAt"
    enabled = true
  }
  point_in_time_recovery {
    enabled = true
    recovery_period_in_days = 35
  }
  server_side_encryption {
    enabled = true
  }
}

resource "aws_backup_vault" "shop" {
  name = "shop-backups"
}

resource "aws_backup_plan" "shop" {
  name = "shop"
  rule {
    rule_name = "scheduled"
    target_vault_name = aws_backup_vault.shop.name
    schedule = "cron(0 5 ? * * *)"
    lifecycle {
      delete_after = 35
    }
  }
}

resource "aws_iam_role" "shop_backup" {
  name = "shop-backup"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Allow"
      Principal = { Service = "backup.amazonaws.com" }
      Action = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy_attachment" "shop_backup" {
  role = aws_iam_role.shop_backup.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup"
}

resource "aws_backup_selection" "shop" {
  name = "shop"
  plan_id = aws_backup_plan.shop.id
  iam_role_arn = aws_iam_role.shop_backup.arn
  resources = [aws_dynamodb_table.shop.arn]
}

resource "aws_cloudwatch_metric_alarm" "shop_throttled" {
  alarm_name = "shop-Throttled"
  metric_query {
    id = "together"
    return_data = true
    expression = "SUM(METRICS())"
  }
  metric_query {
    id = "m0"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "GetItem" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m1"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "BatchGetItem" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m2"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "Query" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m3"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "Scan" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m4"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "TransactGetItems" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m5"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "PutItem" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m6"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "UpdateItem" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m7"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "DeleteItem" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m8"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "BatchWriteItem" }
      stat = "Sum"
    }
  }
  metric_query {
    id = "m9"
    metric {
      namespace = "AWS/DynamoDB"
      metric_name = "ThrottledRequests"
      period = 300
      dimensions = { TableName = aws_dynamodb_table.shop.name, Operation = "TransactWriteItems" }
      stat = "Sum"
    }
  }
  evaluation_periods = 1
  threshold = 10.000
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data = "notBreaching"
}
